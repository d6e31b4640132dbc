"""The course site generator: notebooks, content and records in, one folder of pages out."""
