"""The language server: the only package that knows the Language Server Protocol, pygls and lsprotocol."""
