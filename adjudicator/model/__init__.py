"""The facts the whole package speaks of: immutable records, no behaviour.

Every record is a `Record`: frozen, and cheap enough to define and to build that
settling one small file costs no more than starting Python with the libraries it needs.
"""
