"""Makes the links and pictures of a page absolute, for where it is shown without its repository.

``python3 .ci/absolute_links.py README.md ADDRESS REVISION``: ADDRESS is that of the repository, REVISION a tag.
"""

import re
import sys
from pathlib import Path

TARGET = re.compile(r"(!?)(\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^)\s]+)\)")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)


def absolute(text: str, address: str, revision: str) -> str:
    """`text` with every link and picture that is relative leading into the repository at `revision`."""

    def told(found: re.Match[str]) -> str:
        picture, title, target = found.groups()
        if re.match(r"[a-z]+:|#|/", target):
            return found[0]
        return f"{picture}{title}({address}/{'raw' if picture else 'blob'}/{revision}/{target})"

    parts = CODE.split(text)
    return "".join(part if at % 2 else TARGET.sub(told, part) for at, part in enumerate(parts))


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(absolute(page.read_text(encoding="utf-8"), *sys.argv[2:]), encoding="utf-8")
