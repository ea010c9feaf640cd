"""The model that the settings name."""

from __future__ import annotations

from pathlib import Path

from core.errors import ModelError
from core.llm.local import LocalModel, LocalSettings
from core.llm.model import Model
from core.llm.server import ServerModel
from core.llm.wording import model_error
from core.settings import Settings


def model_of(settings: Settings) -> Model | None:
    """The configured model, not loaded yet; None when there is none.

    A server goes before a file, a named file before the first one under the directory of models.

    Raises:
        ModelError: the file that was named is not there, or the address is none.
    """
    if settings.model_url:
        key = settings.model_key.get_secret_value()
        return ServerModel(settings.model_url, settings.model_name, key, settings.model_context)
    path = _file(settings)
    if path is None:
        return None
    return LocalModel(
        LocalSettings(
            path,
            settings.model_context,
            settings.model_gpu_layers,
            settings.model_threads,
            settings.model_memory_mb,
        )
    )


def files_in(directory: Path) -> tuple[Path, ...]:
    """Model files under a directory, in the order of their names; of a model in parts the first."""
    if not directory.is_dir():
        return ()
    found = (x for x in directory.glob("*.gguf") if x.is_file())
    return tuple(sorted(x for x in found if "-of-" not in x.stem or "-00001-of-" in x.stem))


def _file(settings: Settings) -> Path | None:
    if settings.model_path is not None:
        if not settings.model_path.is_file():
            raise model_error("no_file", file=str(settings.model_path))
        return settings.model_path
    found = files_in(settings.models_dir)
    if settings.model_name:
        named = [x for x in found if settings.model_name in (x.name, x.stem)]
        if not named:
            raise model_error("no_file", file=settings.model_name)
        return named[0]
    return found[0] if found else None


def no_model() -> ModelError:
    """What is said when a model is needed and none is configured."""
    return model_error("none")


def chosen(settings: Settings) -> tuple[Model | None, ModelError | None]:
    """The configured model, or why there is none although the settings name one; never raises."""
    try:
        return model_of(settings), None
    except ModelError as error:
        return None, error
