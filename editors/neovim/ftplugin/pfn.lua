require("kibitz.buffer").setup("# %s", ":#")
-- Bare keys of TOML may have hyphens.
vim.opt_local.iskeyword:append("-")
