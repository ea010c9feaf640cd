"""llama.cpp inside the worker process: load a file, tokenise, write a text under a grammar."""

from __future__ import annotations

import codecs
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from core.llm.grammar import grammar_fault
from core.llm.prompt import Prompts, outline

_BATCH = 128
"""Tokens of a prompt worked off at once: the library looks whether to stop at least between them."""


class GrammarError(Exception):
    """A schema gives no grammar that is safe to use."""


class Engine:
    """One loaded model."""

    def __init__(self, request: Mapping[str, Any], cut: Callable[[object], bool]) -> None:
        import llama_cpp  # noqa: PLC0415 - heavy, and may be missing

        self._library = llama_cpp
        self._model = llama_cpp.Llama(
            request["path"], n_ctx=request["context"], n_gpu_layers=request["gpu_layers"], n_batch=_BATCH,
            n_threads=request["threads"], n_threads_batch=request["threads_batch"], seed=1, verbose=False,
        )  # fmt: skip
        # the reference keeps the callback alive as long as the model
        self._stop = llama_cpp.ggml_abort_callback(cut)
        llama_cpp.llama_set_abort_callback(self._model.ctx, self._stop, None)
        self._cut = cut
        self._grammars: dict[str, Any] = {}
        ends = self._token(self._model.token_bos()), self._token(self._model.token_eos())
        self._prompts = Prompts(
            outline(self._model.metadata), *ends,
            lambda text, begin, special: self._model.tokenize(text, add_bos=begin, special=special),
        )  # fmt: skip

    @property
    def context(self) -> int:
        """Tokens the model looks at."""
        return int(self._model.n_ctx())

    @property
    def gpu(self) -> bool:
        """Whether the library was built for a graphics processor."""
        return bool(self._library.llama_supports_gpu_offload())

    def tokens(self, messages: Sequence[Mapping[str, str]]) -> list[int]:
        """The tokens of a conversation."""
        return self._prompts.tokens(messages)

    def reset(self) -> None:
        """Forget what was written, after a text that was stopped."""
        self._model.reset()

    def write(
        self, tokens: Sequence[int], request: Mapping[str, Any], say: Callable[[str], object]
    ) -> dict[str, Any]:
        """Write a text and tell it piece by piece; the end says how many tokens and whether it is complete."""
        grammar = self._grammar(request["schema"]) if request["schema"] else None
        self._model.set_seed(request["seed"])
        text = codecs.getincrementaldecoder("utf-8")("replace")
        stops, held, count, first = tuple(request["stop"]), "", 0, 0.0
        started = time.monotonic()
        complete = False
        for token in self._pieces(tokens, request["temperature"], grammar):
            first = first or time.monotonic() - started
            if token is None:
                complete = True
                break
            count += 1
            held += text.decode(token)
            place = min((i for s in stops if (i := held.find(s)) >= 0), default=-1)
            if place >= 0:
                held, complete = held[:place], True
                break
            kept = max((len(s) - 1 for s in stops), default=0)
            if len(held) > kept:
                say(held[: len(held) - kept])
                held = held[len(held) - kept :]
            if count >= request["max_tokens"]:
                break
        if held:
            say(held)
        return {"tokens": count, "complete": complete, "first_s": first, "seconds": time.monotonic() - started}

    def _pieces(self, tokens: Sequence[int], temperature: float, grammar: Any) -> Iterator[bytes | None]:
        """The bytes of each token, None at the end of the text."""
        vocabulary = self._model._model.vocab
        before = list(tokens)
        for token in self._model.generate(tokens, temp=temperature, repeat_penalty=1.0, grammar=grammar):
            if self._cut(None):
                raise RuntimeError("stopped")
            if self._library.llama_vocab_is_eog(vocabulary, token):
                yield None
                return
            yield self._model.detokenize([token], prev_tokens=before)
            before.append(token)

    def _grammar(self, schema: Mapping[str, Any]) -> Any:
        """The grammar of a schema, looked at before the library sees it."""
        from llama_cpp.llama_grammar import LlamaGrammar, json_schema_to_gbnf  # noqa: PLC0415

        key = json.dumps(schema)
        if key not in self._grammars:
            try:
                text = json_schema_to_gbnf(key)
            except Exception as error:  # the converter asserts what it cannot do
                raise GrammarError(str(error) or type(error).__name__) from error
            if fault := grammar_fault(text):
                raise GrammarError(fault)
            self._grammars = {key: LlamaGrammar.from_string(text, verbose=False)}
        return self._grammars[key]

    def _token(self, token: int) -> str:
        if token < 0:
            return ""
        return self._model.detokenize([token], special=True).decode("utf-8", "replace")
