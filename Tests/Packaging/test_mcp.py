"""Agents use `lstrings mcp` and `lsearch mcp` through the Python SDK of the Model Context Protocol."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from conftest import PROGRAMS, ROOT
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

Session = Callable[[ClientSession], Awaitable[None]]


def use(arguments: list[str], folder: Path, session: Session) -> None:
    """Runs a program as a server of tools, and a session with it."""
    environment = {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(folder / "cache")}
    server = StdioServerParameters(
        command=str(PROGRAMS / arguments[0]), args=arguments[1:], env=environment)

    async def run() -> None:
        async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as client:
            await client.initialize()
            await session(client)

    asyncio.run(asyncio.wait_for(run(), timeout=60))


async def call(client: ClientSession, tool: str, **arguments: object) -> Any:
    result = await client.call_tool(tool, arguments)
    return json.loads(result.content[0].text)


def test_an_agent_finds_a_missing_plural_form_fills_it_and_checks_it(tmp_path: Path) -> None:
    texts = {
        "en": '"Files|==|plural.one" = "%ld file";\n"Files|==|plural.other" = "%ld files";\n',
        "ru": '"Files|==|plural.one" = "%ld файл";\n"Files|==|plural.many" = "%ld файлов";\n'
        '"Files|==|plural.other" = "%ld файла";\n'}
    for locale, text in texts.items():
        (tmp_path / f"{locale}.lproj").mkdir()
        (tmp_path / f"{locale}.lproj/Localizable.strings").write_text(text)

    async def session(client: ClientSession) -> None:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"missing", "fill", "check", "lookup"} <= tools
        assert [finding["check"] for finding in (await call(client, "check"))["findings"]] == ["missing-plural-category"]
        message = (await call(client, "missing", locale="ru"))["messages"][0]
        assert message["key"] == "Files"
        assert set(message["forms"]) - set(message["translation"]) == {"few"}
        forms = {**message["translation"], "few": "%ld файла"}
        await call(client, "fill", locale="ru", translations=[{"key": "Files", "translation": forms}])
        assert (await call(client, "check", severity="warning"))["findings"] == []

    use(["lstrings", "mcp", str(tmp_path)], tmp_path, session)
    assert '"Files|==|plural.few" = "%ld файла";' in (tmp_path / "ru.lproj/Localizable.strings").read_text()


def test_an_agent_searches_and_reads_what_it_found(tmp_path: Path) -> None:
    async def session(client: ClientSession) -> None:
        assert "search" in {tool.name for tool in (await client.list_tools()).tools}
        hit = (await call(client, "search", q="birthday", locale="en"))["hits"][0]
        record = await call(client, "record", catalog=hit["catalog"], id=hit["id"], locale="en")
        assert hit["title"] in json.dumps(record, ensure_ascii=False)

    use(["lsearch", "mcp", "--catalog", str(ROOT / "Catalogs")], tmp_path, session)
