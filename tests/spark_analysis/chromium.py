"""A headless Chromium to look at a page with: the DevTools protocol over a pair of pipes, no port and no library."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from system_tools import TOOLS

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--hide-scrollbars",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
_PATIENCE_S = 60.0
_FAREWELL_S = 10.0


class Chromium:
    """One browser with one page. `complaints` is all that its console says, `requests` every address it asks for."""

    def __init__(self) -> None:
        program = TOOLS["chromium"].path
        assert program is not None, "no Chromium in the PATH"
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._profile = tempfile.mkdtemp(prefix="chromium-")
        commands, self._to = os.pipe()
        self._from, answers = os.pipe()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        # It reads from 3 and writes to 4; by way of high numbers, as these may be in use here for one another.
        spare = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (commands, answers, nowhere)]
        moves = zip(spare, (3, 4, 2), strict=True)
        self._pid = os.posix_spawn(
            program,
            [program, *_FLAGS, f"--user-data-dir={self._profile}", "about:blank"],
            dict(os.environ),
            file_actions=[(os.POSIX_SPAWN_DUP2, here, there) for here, there in moves],
            setpgroup=0,
        )
        for fd in (commands, answers, nowhere, *spare):
            os.close(fd)
        self._asked, self._heard, self._session = 0, b"", ""
        page = next(one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self._session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            os.close(self._to)  # which ends it
        end = time.monotonic() + _FAREWELL_S
        while os.waitpid(self._pid, os.WNOHANG) == (0, 0):
            if time.monotonic() > end:
                os.killpg(self._pid, signal.SIGKILL)
            time.sleep(0.02)
        os.close(self._from)
        shutil.rmtree(self._profile, ignore_errors=True)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command of the protocol; returns its result."""
        self._asked += 1
        message: dict[str, Any] = {"id": self._asked, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while (answer := self._hear()).get("id") != self._asked:
            self._note(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        result: dict[str, Any] = answer["result"]
        return result

    def _hear(self) -> dict[str, Any]:
        end = time.monotonic() + _PATIENCE_S
        while b"\0" not in self._heard:
            ready, _, _ = select.select([self._from], [], [], max(0.0, end - time.monotonic()))
            assert ready, "Chromium does not answer"
            piece = os.read(self._from, 1 << 20)
            assert piece, "Chromium ended"
            self._heard += piece
        message, _, self._heard = self._heard.partition(b"\0")
        heard: dict[str, Any] = json.loads(message)
        return heard

    def _note(self, event: dict[str, Any]) -> None:
        about = event.get("params", {})
        match event.get("method"):
            case "Runtime.consoleAPICalled":
                self.complaints.append(" ".join(str(one.get("value", one)) for one in about["args"]))
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(about["exceptionDetails"]))
            case "Log.entryAdded":
                self.complaints.append(about["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(about["request"]["url"])

    def look(self, width: int, height: int = 900, *, dark: bool = False, media: str = "", calm: bool = False) -> None:
        """The screen that the page is on: `media` "print" or "screen", `calm` for readers who want no motion."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        wishes = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if calm else "no-preference",
        }
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        self.ask("Emulation.setEmulatedMedia", media=media, features=features)

    def open(self, page: Path, fragment: str = "") -> None:
        """Load `page` from disk and wait until it has loaded."""
        self.ask("Page.navigate", url=page.resolve().as_uri() + fragment)
        end = time.monotonic() + _PATIENCE_S
        while not self.run("document.readyState === 'complete' && location.protocol === 'file:'"):
            assert time.monotonic() < end, "the page does not load"
            time.sleep(0.02)

    def run(self, script: str) -> Any:
        """The value of `script`, a JavaScript expression; a promise is waited for."""
        done = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def press(self, key: str) -> None:
        """A key as a person presses it, such as ArrowRight."""
        text = {"Space": " "}.get(key, "")
        name = text or key
        for kind in ("keyDown", "keyUp"):
            code = {"ArrowRight": 39, "ArrowLeft": 37, "Space": 32, "End": 35, "Home": 36, "Tab": 9}[key]
            about = {"type": kind, "key": name, "code": key, "windowsVirtualKeyCode": code}
            self.ask("Input.dispatchKeyEvent", **about, **({"text": text} if text and kind == "keyDown" else {}))

    def screenshot(self, *, whole: bool = False) -> bytes:
        """What is to be seen, as PNG; `whole`: the page to its end."""
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(shot["data"])

    def pdf(self) -> bytes:
        """The page as it is printed, on A4."""
        printed = self.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True)
        return base64.b64decode(printed["data"])
