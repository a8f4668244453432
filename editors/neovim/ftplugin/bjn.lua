-- Made from the notation's editors.toml by `python -m kibitz_dev`.
require("kibitz.buffer").setup("// %s", "://")
vim.opt_local.iskeyword:remove("_")
