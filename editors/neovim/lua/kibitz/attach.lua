--- Features that are turned on in a buffer when the server attaches. Those that this Neovim lacks are skipped.
local kibitz = require("kibitz")
local M = {}

local GROUP = vim.api.nvim_create_augroup("kibitz.attach", {})

-- Features of Neovim, most of them new in 0.12: module, option, method. The last two are enabled for a client.
local FEATURES = {
  { "inlay_hint", "inlay_hints", "inlayHint" },
  { "codelens", "code_lenses", "codeLens" },
  { "inline_completion", "inline_completion", "inlineCompletion" },
  { "on_type_formatting", "on_type_formatting", "onTypeFormatting", by_client = true },
  { "linked_editing_range", "linked_editing", "linkedEditingRange", by_client = true },
}

local function on(bufnr, events, callback)
  vim.api.nvim_create_autocmd(events, { group = GROUP, buffer = bufnr, callback = callback })
end

--- Format a record before it is written. If that fails or takes too long, the record is written as it is.
local function format(bufnr)
  local client = kibitz.client(bufnr, "textDocument/formatting")
  if client and kibitz.option("format_on_save", bufnr) then
    local params = vim.lsp.util.make_formatting_params()
    params.textDocument.uri = vim.uri_from_bufnr(bufnr)
    local timeout = kibitz.option("format_timeout", bufnr)
    local answer = client:request_sync("textDocument/formatting", params, timeout, bufnr)
    if answer and answer.result then
      vim.lsp.util.apply_text_edits(answer.result, bufnr, client.offset_encoding)
    end
  end
end

function M.attach(client, bufnr)
  local function wanted(option, method)
    return kibitz.option(option, bufnr) and client:supports_method("textDocument/" .. method, bufnr)
  end
  vim.api.nvim_clear_autocmds({ group = GROUP, buffer = bufnr })
  on(bufnr, "BufWritePre", function()
    format(bufnr)
  end)
  on(bufnr, { "BufLeave", "FocusLost" }, function()
    client:notify("kibitz/left", { textDocument = { uri = vim.uri_from_bufnr(bufnr) } })
  end)
  if wanted("completion", "completion") then
    require("kibitz.completion").enable(client, bufnr)
  end
  for _, feature in ipairs(FEATURES) do
    local module = vim.lsp[feature[1]]
    if module and wanted(feature[2], feature[3]) then
      if module.enable then
        module.enable(true, feature.by_client and { client_id = client.id } or { bufnr = bufnr })
      else
        -- In Neovim 0.11, code lenses have no `enable`.
        local function refresh()
          module.refresh({ bufnr = bufnr })
        end
        on(bufnr, { "BufEnter", "InsertLeave", "TextChanged" }, refresh)
        refresh()
      end
    end
  end
end

return M
