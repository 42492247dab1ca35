"""Any game drawn: boards found in the rules, as SVG and as text."""

from woodstock.drawing.layout import Board, Kind, Layer, Layout, MoveForm, Piece, Style, Tray
from woodstock.drawing.notation import read_move, short_forms
from woodstock.drawing.picture import Picture, known_picture, layout_of, picture
from woodstock.drawing.scene import Overlay, Spot, move_spots, scene_of
from woodstock.drawing.text import Look

__all__ = [
    "Board",
    "Kind",
    "Layer",
    "Layout",
    "Look",
    "MoveForm",
    "Overlay",
    "Picture",
    "Piece",
    "Spot",
    "Style",
    "Tray",
    "known_picture",
    "layout_of",
    "move_spots",
    "picture",
    "read_move",
    "scene_of",
    "short_forms",
]
