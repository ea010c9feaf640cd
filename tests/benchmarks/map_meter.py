"""What a browser and a server spend on one page: bytes, milliseconds, processor time."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page


@dataclass
class Bytes:
    """Bytes of one page, as they travel."""

    http: int = 0
    socket: int = 0

    def follow(self, page: Page) -> CDPSession:
        """Count from now on."""
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.webSocketFrameReceived", self._frame)
        return session

    def _finished(self, event: dict[str, Any]) -> None:
        self.http += int(event["encodedDataLength"])

    def _frame(self, event: dict[str, Any]) -> None:
        self.socket += len(event["response"]["payloadData"]) * 3 // 4  # binary frames are told in base64


def cpu_s(pid: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def browser_cpu_s() -> float:
    """Processor seconds of all browser processes of this user."""
    total = 0.0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if b"chromium" in (entry / "cmdline").read_bytes()[:200]:
                    total += cpu_s(int(entry.name))
            except (OSError, IndexError):
                continue
    return total


REDRAW = """
async ([act, ready]) => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const run = new Function(act), is = new Function("return " + ready);
  await frames();
  const begun = performance.now();
  run();
  const blocked = performance.now() - begun;
  do { await frames(); } while (!is());
  return [blocked, performance.now() - begun];
}
"""
"""Acts and waits until the map is drawn again; gives how long the page was blocked and how long it took, ms."""
