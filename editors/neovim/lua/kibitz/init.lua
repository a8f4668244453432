--- Functions that the other modules share, and `setup`.
local M = {}

M.name = "kibitz"
M.filetypes = { "pfn", "bjn", "botc", "qgn" }

--- The defaults of the options. `cmd` has none.
M.defaults = {
  completion = true,
  format_on_save = true,
  format_timeout = 500,
  inlay_hints = true,
  code_lenses = false,
  inline_completion = true,
  on_type_formatting = true,
  linked_editing = true,
}

--- Return `b:kibitz_<name>`, else `g:kibitz_<name>`, else the default.
function M.option(name, bufnr)
  local key, default = "kibitz_" .. name, M.defaults[name]
  local value = vim.F.if_nil(vim.b[bufnr or 0][key], vim.g[key], default)
  if type(default) == "boolean" then
    -- Vim script uses 0 and 1 as booleans.
    return value ~= false and value ~= 0
  end
  return value
end

--- Return the client of a buffer, or nil. With `method`, the client must support it.
function M.client(bufnr, method)
  return vim.lsp.get_clients({ bufnr = bufnr or 0, name = M.name, method = method })[1]
end

--- Show a message after the current event: an error inside an autocommand would abort it.
function M.say(message, level)
  vim.schedule(function()
    vim.notify("kibitz: " .. message, level or vim.log.levels.INFO)
  end)
end

--- Return the client of a buffer. If there is none, show a warning and return nil.
function M.served(bufnr)
  local client = M.client(bufnr or 0)
  if not client then
    M.say("no server serves this buffer; see :checkhealth kibitz", vim.log.levels.WARN)
  end
  return client
end

--- Run a command of the server and pass its answer to `use`. Errors are shown.
function M.execute(command, argument, use)
  local client = M.served()
  local params = { command = "kibitz." .. command, arguments = { argument } }
  local function take(err, answer)
    if err then
      M.say(err.message, vim.log.levels.WARN)
    else
      use(answer)
    end
  end
  return client and client:request("workspace/executeCommand", params, take, vim.api.nvim_get_current_buf())
end

--- Return the status of a buffer for a status line: see `:help kibitz-status`.
function M.status(bufnr)
  return require("kibitz.status").text(bufnr)
end

--- Turn on filetypes, commands, colours and the server. A second call has no effect.
function M.setup()
  if vim.fn.has("nvim-0.11") == 0 then
    M.say("Neovim 0.11 or newer is needed", vim.log.levels.ERROR)
    return
  end
  for _, id in ipairs(M.filetypes) do
    vim.filetype.add({ extension = { [id] = id } })
  end
  require("kibitz.colours").setup()
  require("kibitz.commands").setup()
  require("kibitz.wrapping").setup()
  vim.api.nvim_create_autocmd("LspAttach", {
    group = vim.api.nvim_create_augroup("kibitz", {}),
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == M.name then
        require("kibitz.attach").attach(client, event.buf)
      end
    end,
  })
  vim.lsp.enable(M.name)
end

return M
