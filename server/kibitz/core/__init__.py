"""Text in, plain values out: no files, no protocol and no notation."""
