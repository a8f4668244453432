require("kibitz.buffer").setup("// %s", "://")
-- `_` is a sign of its own: the hand stands.
vim.opt_local.iskeyword:remove("_")
