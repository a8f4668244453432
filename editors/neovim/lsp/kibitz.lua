local LEVELS = { vim.log.levels.ERROR, vim.log.levels.WARN, vim.log.levels.INFO, vim.log.levels.DEBUG }

---@type vim.lsp.Config
return {
  cmd = function(dispatchers, config)
    return require("kibitz.server").start(dispatchers, config)
  end,
  handlers = {
    -- Neovim 0.11 shows a message at once, and then waits for a key if a window opens meanwhile.
    ["window/showMessage"] = function(_, params)
      require("kibitz").say(params.message, LEVELS[params.type])
      return vim.NIL
    end,
    ["kibitz/status"] = function(_, params)
      local bufnr = vim.uri_to_bufnr(params.uri)
      if vim.api.nvim_buf_is_loaded(bufnr) then
        vim.b[bufnr].kibitz_status = params
        vim.cmd.redrawstatus({ bang = true })
      end
    end,
  },
  capabilities = { experimental = { kibitzStatus = true } },
  filetypes = require("kibitz").filetypes,
  root_markers = { "kibitz.toml", "pyproject.toml", ".git" },
}
