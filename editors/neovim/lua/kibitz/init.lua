--- Functions that the other modules share, and `setup`.
local M = {}

M.filetypes = { "pfn", "bjn", "botc", "qgn" }

--- The defaults of the options. `cmd` has none.
M.defaults = {
  completion = true,
  format_on_save = true,
  format_timeout = 500,
  inlay_hints = true,
  inline_completion = true,
  on_type_formatting = true,
  linked_editing = true,
}

--- Return `b:kibitz_<name>`, else `g:kibitz_<name>`, else the default.
function M.option(name, bufnr)
  local key, default = "kibitz_" .. name, M.defaults[name]
  local value = vim.F.if_nil(vim.b[bufnr or 0][key], vim.g[key], default)
  -- Vim script uses 0 and 1 as booleans.
  return default ~= true and value or value == true or value == 1
end

--- Return the client of a buffer, or nil. With `method`, the client must support it.
function M.client(bufnr, method)
  return vim.lsp.get_clients({ bufnr = bufnr or 0, name = "kibitz", method = method })[1]
end

--- Return whether a buffer is a record.
function M.is_record(bufnr)
  return vim.list_contains(M.filetypes, vim.bo[bufnr].filetype)
end

--- Show a message after the current event: an error inside an autocommand would abort it.
function M.say(message, level)
  vim.schedule(function()
    vim.notify("kibitz: " .. message, level or vim.log.levels.INFO)
  end)
end

--- Return the client of a buffer. If there is none, show a warning and return nil.
function M.served(bufnr)
  local client = M.client(bufnr)
  if not client then
    M.say("no server serves this buffer; see :checkhealth kibitz", vim.log.levels.WARN)
  end
  return client
end

--- Run a command of the server and pass its answer to `use`. Errors are shown.
function M.execute(command, argument, use)
  local client = M.served()
  local params = { command = "kibitz." .. command, arguments = { argument } }
  return client and client:request("workspace/executeCommand", params, function(err, answer)
    if err then
      M.say(err.message, vim.log.levels.WARN)
    else
      use(answer)
    end
  end)
end

--- Return the findings of a buffer for a status line: see `:help kibitz-status`. If they are unknown, return "".
function M.status(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local now, said = M.client(bufnr) and vim.b[bufnr].kibitz_status, {}
  if not now then
    return ""
  end
  for _, kind in ipairs({ "error", "warning", "information", "hint" }) do
    local count = now[kind .. "s"]
    if count > 0 then
      table.insert(said, ("%d %s%s"):format(count, kind, count == 1 and "" or "s"))
    end
  end
  if now.held > 0 then
    table.insert(said, "unfinished")
  end
  if #said == 0 and now.checked and now.version == vim.lsp.util.buf_versions[bufnr] then
    local empty = vim.api.nvim_buf_get_offset(bufnr, vim.api.nvim_buf_line_count(bufnr)) < 2
    return empty and "empty" or "nothing is wrong"
  end
  return table.concat(said, ", ")
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
  for _, module in ipairs({ "colours", "commands", "wrapping", "attach" }) do
    require("kibitz." .. module).setup()
  end
  vim.lsp.enable("kibitz")
end

return M
