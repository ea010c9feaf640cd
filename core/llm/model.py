"""The one interface of language models, whatever runs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]


class Cancel(Protocol):
    """Anything that tells whether a person gave up."""

    @property
    def cancelled(self) -> bool:
        """True once the person gave up."""
        ...


@dataclass(frozen=True)
class Message:
    """One turn of a conversation.  Its text is data: marks of the chat template inside it mean nothing."""

    role: Role
    text: str


@dataclass(frozen=True)
class Ask:
    """What a model is asked to write."""

    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    """JSON schema that the reply must meet; see :mod:`core.llm.schema` for what it may hold."""
    max_tokens: int = 512
    temperature: float = 0.0
    seed: int = 1
    seconds: float = 120.0
    """Longest time for the text, counted from the moment it is this request's turn."""
    wait_seconds: float = 600.0
    """Longest time to wait for the turn."""
    stop: tuple[str, ...] = ()
    """The text ends before the first of these."""
    owner: str = ""
    """Who asks; turns are fair between owners."""


@dataclass(frozen=True)
class Reply:
    """What a model wrote."""

    text: str
    """Without thinking blocks."""
    model: str
    data: Any = None
    """The parsed reply when a schema was given."""
    complete: bool = True
    """False when the text was cut at `max_tokens`."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    waited_s: float = 0.0
    first_s: float = 0.0
    """Seconds from the turn to the first piece of text."""
    total_s: float = 0.0

    @property
    def ms_per_token(self) -> float | None:
        """Milliseconds for each token after the first; None for very short texts and servers that do not tell."""
        if self.tokens_out is None or self.tokens_out < 2:
            return None
        return (self.total_s - self.first_s) * 1000 / (self.tokens_out - 1)


@dataclass(frozen=True)
class ModelState:
    """What is known of a model without running it."""

    name: str
    kind: Literal["local", "server"]
    place: str
    """File or address."""
    context: int
    """Tokens it can look at."""
    loaded: bool
    size: int = 0
    """Bytes of the file."""
    needed: int = 0
    """Bytes of memory it takes, estimated."""
    resident: int = 0
    """Bytes of memory it takes now; 0 when it is not loaded or cannot be told."""
    architecture: str = ""
    template: bool = True
    """Whether the file holds a chat template."""
    gpu: bool | None = None
    """Whether layers that were asked for on a graphics processor can be there; None when none were asked for, or
    it is not loaded."""
    load_s: float | None = None
    waiting: int = 0
    """Requests that wait for their turn."""
    last: Reply | None = None


class Stream(Protocol):
    """A text that comes piece by piece; ending the loop early stops the model."""

    @property
    def reply(self) -> Reply:
        """The whole reply, once the loop has ended."""
        ...

    def __iter__(self) -> Iterator[str]: ...


class Model(Protocol):
    """A language model; safe to share between threads.  Every method raises ModelError with a plain sentence."""

    @property
    def name(self) -> str:
        """Its name for people."""
        ...

    @property
    def room(self) -> int:
        """Tokens that a request and its reply may have together."""
        ...

    def complete(self, ask: Ask, cancel: Cancel | None = None) -> Reply:
        """The whole reply.

        Raises:
            ModelCancelledError: `cancel` said so.
            ModelError: the model failed, was too slow, or its reply has not the form asked for.
        """
        ...

    def stream(self, ask: Ask, cancel: Cancel | None = None) -> Stream:
        """The reply piece by piece; raises as :meth:`complete`, during the loop."""
        ...

    def count(self, messages: Sequence[Message]) -> int:
        """Tokens of a conversation; of a server an estimate that is rather too high."""
        ...

    def load(self) -> ModelState:
        """Make it ready now instead of with the first request."""
        ...

    def state(self) -> ModelState:
        """What is known of it; never loads and never raises."""
        ...

    def close(self) -> None:
        """Give back its memory; the next request loads it again."""
        ...
