"""The curve of learning as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from woodstock.errors import WoodstockError
from woodstock.files import writing_to
from woodstock.learning.weights import Learned


def plot(learned: Learned, path: Path) -> None:
    """Draw Elo over minutes of learning into a file; its ending says how."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        remedy = "install it with: pip install 'woodstock-ggp[plots]'"
        raise WoodstockError(f"a curve is drawn by matplotlib, which is missing: {remedy}") from None
    # A picture of text that is text, and the same file for the same results.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "woodstock", "font.size": 9}):
        figure, axes = pyplot.subplots(figsize=(6, 3.5), layout="constrained")
        minutes = [0.0, *(one.minutes for one in learned.curve)]
        axes.plot(minutes, [0.0, *(one.elo for one in learned.curve)], "o-", markersize=3)
        axes.set_xlabel("minutes of learning")
        axes.set_ylabel("Elo, before learning 0")
        axes.set_title(learned.game.replace("_", " ").replace("$", r"\$"))
        axes.grid(alpha=0.3)
        axes.set_xlim(left=0)
        known = path.suffix.removeprefix(".") in figure.canvas.get_supported_filetypes()
        metadata: dict[str, Any] = {"Date": None} if path.suffix == ".svg" else {}
        try:
            if not known:
                raise WoodstockError(f"{path}: a curve is drawn as .svg, .png or .pdf")
            with writing_to(path):
                figure.savefig(path, dpi=150, metadata=metadata)
        finally:
            pyplot.close(figure)
