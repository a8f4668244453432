--- Features that are turned on in a buffer when the server attaches. Those that this Neovim lacks are skipped.
local kibitz = require("kibitz")
local M = {}

-- Features of Neovim, three of them new in 0.12: module, option. The last two are enabled for a client.
local FEATURES = {
  { "inlay_hint", "inlay_hints" },
  { "inline_completion", "inline_completion" },
  { "on_type_formatting", "on_type_formatting", by_client = true },
  { "linked_editing_range", "linked_editing", by_client = true },
}

--- Format a record before it is written. If that fails or takes too long, the record is written as it is.
local function format(client, bufnr)
  if kibitz.option("format_on_save", bufnr) then
    local params, timeout = vim.lsp.util.make_formatting_params(), kibitz.option("format_timeout", bufnr)
    local answer = client:request_sync("textDocument/formatting", params, timeout, bufnr)
    if answer and answer.result then
      vim.lsp.util.apply_text_edits(answer.result, bufnr, client.offset_encoding)
    end
  end
end

local function attach(client, bufnr)
  local group = vim.api.nvim_create_augroup("kibitz.buffer." .. bufnr, {})
  local function on(events, callback)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = bufnr, callback = callback })
  end
  on("BufWritePre", function()
    format(client, bufnr)
  end)
  on({ "BufLeave", "FocusLost" }, function()
    client:notify("kibitz/left", { textDocument = { uri = vim.uri_from_bufnr(bufnr) } })
  end)
  if kibitz.option("completion", bufnr) then
    require("kibitz.completion").enable(client, bufnr, on)
  end
  for _, feature in ipairs(FEATURES) do
    local module = vim.lsp[feature[1]]
    if module and kibitz.option(feature[2], bufnr) then
      module.enable(true, feature.by_client and { client_id = client.id } or { bufnr = bufnr })
    end
  end
end

function M.setup()
  vim.api.nvim_create_autocmd("LspAttach", {
    group = vim.api.nvim_create_augroup("kibitz", {}),
    callback = function(event)
      local client = assert(vim.lsp.get_client_by_id(event.data.client_id))
      if client.name == "kibitz" then
        attach(client, event.buf)
      end
    end,
  })
end

return M
