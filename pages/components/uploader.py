"""The words of an upload field in the language of the screen: the field itself only knows English."""

from __future__ import annotations

from pages.components.texts import t


def words(key: str, mb: int) -> str:
    """Style rules for the field inside the container of this key; at most `mb` megabytes a file."""
    box = f'.st-key-{key} [data-testid="stFileUploaderDropzone"]'
    button, limits = f"{box} button p", f'{box} [data-testid="stFileUploaderDropzoneInstructions"] span'
    return (
        f"<style>{button}, {limits} {{ font-size: 0; }}"
        f"{button}::after, {limits}::after {{ font-size: 0.875rem; }}"
        f'{button}::after {{ content: "{t("sty_choose_file")}"; }}'
        f'{limits}::after {{ content: "{t("sty_limit", mb=mb)}"; }}</style>'
    )
