"""Finds the code blocks of a Markdown document, their commands, and the output that the document shows."""

import re
from dataclasses import dataclass, field

# An HTML comment before a block: `<!-- test: skip, REASON -->`.
MARKER = re.compile(r"<!-- test: skip, (.+) -->")
# Python shows output after a call of print, and so does Swift.
PRINTED = {"python": re.compile(r"\bprint\(.*\)\s+# (.+)$"), "swift": re.compile(r"\bprint\(.*\).*?\s// (.+)$")}


@dataclass
class Result:
    """The output of a command, and its exit status."""

    output: str
    status: int


@dataclass
class Command:
    """A command, and the lines of output that the document shows for it."""

    line: int
    text: str
    height: int = 1
    indentation: int = 0
    shown: list = field(default_factory=list)

    def problem(self, result: Result):
        """The problem of a result, or None. Without shown text the status must be 0, or 1 for "nothing found"
        and "findings"."""
        if all(line.strip() == "…" for line in self.shown):
            if result.status <= 1:
                return None
            return f"status {result.status}: {self.text}\n{indented(result.output)}"
        if matches(self.shown, result.output):
            return None
        shown = "\n".join(self.shown)
        return f"output differs: {self.text}\n  shown:\n{indented(shown)}\n  printed (status {result.status}):\n{indented(result.output)}"


@dataclass
class Block:
    """A fenced code block."""

    line: int
    language: str
    lines: list
    skip: str = None
    indentation: int = 0
    section: str = ""

    def commands(self):
        """The commands of a console block; any other block is one command."""
        if self.language != "console":
            shown = printed(self.lines, self.language)
            return [Command(self.line, "\n".join(self.lines), shown=shown)]
        commands = []
        isContinued = False
        for number, line in enumerate(self.lines, self.line + 1):
            if isContinued:
                commands[-1].text += "\n" + line
                commands[-1].height += 1
            elif line.startswith("$ "):
                commands.append(Command(number, line[2:], indentation=self.indentation))
            elif commands:
                commands[-1].shown.append(line)
                continue
            isContinued = line.endswith("\\")
        for command in commands:
            while command.shown and not command.shown[-1]:
                command.shown.pop()
        return commands


def blocks(text: str):
    """The fenced blocks of a document, in order."""
    found = []
    block = None
    skip = None
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        fence = line.strip().startswith("```")
        if block is None and fence:
            # A block within a list is indented.
            block = Block(number, line.strip()[3:], [], skip, len(line) - len(line.lstrip()), section)
            skip = None
        elif block is not None and fence:
            found.append(block)
            block = None
        elif block is not None:
            block.lines.append(line[block.indentation:])
        elif line.startswith("## "):
            section = line[3:]
        elif match := MARKER.fullmatch(line.strip()):
            skip = match[1]
    return found


def printed(lines, language):
    """The output that the comments after calls of print show, line by line; ", then " separates lines."""
    pattern = PRINTED[language]
    return [part for line in lines if (match := pattern.search(line)) for part in match[1].split(", then ")]


def matches(shown, output: str) -> bool:
    """Whether output is as shown: `…` stands for any text of a line, and alone on a line for any lines."""
    pattern = ""
    for line in shown:
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += re.escape(plain(line.rstrip())).replace("…", ".*?") + "\n"
    text = "\n".join(line.rstrip() for line in output.rstrip("\n").split("\n")) + "\n"
    return re.fullmatch(pattern, plain(text)) is not None


def plain(text: str) -> str:
    """The text with simple spaces: documents need not have the no-break spaces of prices and numbers."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def indented(text: str) -> str:
    return "\n".join("    " + line for line in text.rstrip("\n").split("\n"))
