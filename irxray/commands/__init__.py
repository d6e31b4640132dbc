"""The commands of the tool: each module adds its parser and runs.

A module has ``add_parser(commands)`` and ``run(parsed) -> int``; what takes long to import is
imported while it runs.
"""
