"""The folders that the client has opened: settings, and records that are not open."""
