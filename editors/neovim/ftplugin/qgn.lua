require("kibitz.buffer").setup("{ %s }", "://")
