"""Symmetries as data augmentation: the same position, turned and mirrored."""
