---@type vim.lsp.Config
return {
  cmd = function(dispatchers, config)
    return require("kibitz.server").start(dispatchers, config)
  end,
  handlers = {
    ["window/showMessage"] = function(_, params)
      require("kibitz").say(params.message, require("kibitz.server").LEVELS[params.type])
      return vim.NIL
    end,
  },
  filetypes = require("kibitz").filetypes,
  root_markers = { "kibitz.toml", "pyproject.toml", ".git" },
}
