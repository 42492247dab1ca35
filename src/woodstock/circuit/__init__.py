"""Circuits: ground programs as gates."""

from woodstock.circuit.circuit import Circuit, build

__all__ = ["Circuit", "build"]
