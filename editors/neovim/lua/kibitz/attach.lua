--- What is turned on in a buffer when the server has taken it over. What this Neovim does not have is left out.
local kibitz = require("kibitz")
local M = {}

--- Whether the server offers something for a buffer and the user has not turned it off.
local function wanted(client, bufnr, name, method)
  return kibitz.option(name, bufnr) and client:supports_method("textDocument/" .. method, bufnr)
end

local function code_lenses(bufnr)
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "TextChanged" }, {
    group = vim.api.nvim_create_augroup("kibitz.lenses." .. bufnr, {}),
    buffer = bufnr,
    callback = function()
      vim.lsp.codelens.refresh({ bufnr = bufnr })
    end,
  })
  vim.lsp.codelens.refresh({ bufnr = bufnr })
end

function M.attach(client, bufnr)
  if wanted(client, bufnr, "completion", "completion") then
    require("kibitz.completion").enable(client, bufnr)
  end
  if wanted(client, bufnr, "inlay_hints", "inlayHint") then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
  if wanted(client, bufnr, "code_lenses", "codeLens") then
    if vim.lsp.codelens.enable then
      vim.lsp.codelens.enable(true, { bufnr = bufnr })
    else
      code_lenses(bufnr)
    end
  end
  -- These came with Neovim 0.12.
  if vim.lsp.inline_completion and wanted(client, bufnr, "inline_completion", "inlineCompletion") then
    vim.lsp.inline_completion.enable(true, { bufnr = bufnr })
  end
  if vim.lsp.on_type_formatting and wanted(client, bufnr, "on_type_formatting", "onTypeFormatting") then
    vim.lsp.on_type_formatting.enable(true, { client_id = client.id })
  end
  if vim.lsp.linked_editing_range and wanted(client, bufnr, "linked_editing", "linkedEditingRange") then
    vim.lsp.linked_editing_range.enable(true, { client_id = client.id })
  end
end

return M
