// What the engine sends about games: see web/python/game.py and docs/json.md.
import type { Reason, Thing, Tile, Wrong, Piece } from "../board/shapes";

export interface Line {
  player: string;
  feature: string;
  item: string;
  count: number;
  each: number;
  points: number;
  rule: string;
  category: string;
}
export interface Turn {
  number: number;
  player: string;
  kind: string;
  move: string;
  line: number;
  points: Record<string, number>;
  lines: Line[];
  totals: Record<string, number>;
}
export interface Read {
  scenario: string;
  turns: Turn[];
  final: Turn | null;
  ended: boolean;
  start: Record<string, number>;
  totals: Record<string, number>;
  winners: string[];
  open: Record<string, number[]>;
  claims: { claim: string; line: number; turn: number; claimed: Record<string, number>; recorded: Record<string, number>; met: boolean }[];
  parting: { claim: string; turn: number; after: number; off: Record<string, number>; turns: number[]; further: number; explanations: { text: string }[] } | null;
  mendings: { text: string; turn: number }[];
  language: string;
  /** The board, where only one may lie there. */
  board: { tiles: Tile[]; things: Thing[] } | null;
  /** Every board that may lie there, each with what it supposes. */
  boards: { tiles: Tile[]; things: Thing[]; supposed: string }[];
  on_tiles: boolean;
  shown: number;
  pictures: Record<string, string>;
  players: { id: string; name: string; said: string }[];
  use: string[];
  next: { number: number; player: string; kind: string; said: string } | null;
  scores_only: boolean;
  problems: Wrong[];
}
export interface Option {
  typed: string;
  said: string;
  verb: string;
  figure: string;
  segment: number | null;
  nothing: boolean;
}
export interface Moves {
  /** What was chosen before these. */
  typed?: string[];
  pieces: Piece[];
  options: Option[];
  reasons: Reason[];
  key: string;
  turns: number;
  pictures: Record<string, string>;
  problems: Wrong[];
}
