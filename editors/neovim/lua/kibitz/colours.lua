--- Highlight groups of semantic tokens: the teams, the suits, the dead. The user can set each group.
local kibitz = require("kibitz")
local M = {}

-- By modifier: the colours on dark and light backgrounds, the one of 16 terminal colours, and other attributes.
local LOOKS = {
-- Made by `python -m kibitz_dev`:
  Spades = { nil, nil, nil, { bold = true } },
  Clubs = { nil, nil, nil, { bold = true } },
  Hearts = { "#ff9a8f", "#b3122b", 9, { bold = true } },
  Diamonds = { "#ff9a8f", "#b3122b", 9, { bold = true } },
  Dealer = { "#f0d070", "#806000", 11 },
  Townsfolk = { "#8cc8ff", "#0b57b5", 12 },
  Outsider = { "#6fdcd8", "#00707a", 14 },
  Minion = { "#ffb37a", "#8f4300", 3 },
  Demon = { "#ff9a8f", "#b3122b", 9, { bold = true } },
  Traveller = { "#e0a3f5", "#8a2a96", 13 },
  Fabled = { "#f0d070", "#806000", 11 },
  Deprecated = { nil, nil, nil, { strikethrough = true } },
-- So much was made.
}

local mine = {}

--- Define a group for the current background, unless the user or a colour scheme has defined it.
local function define(name, look)
  local now = vim.api.nvim_get_hl(0, { name = name })
  if vim.tbl_isempty(now) or vim.deep_equal(now, mine[name]) then
    local colour = look[vim.o.background == "dark" and 1 or 2]
    vim.api.nvim_set_hl(0, name, vim.tbl_extend("force", { fg = colour, ctermfg = look[3] }, look[4] or {}))
    mine[name] = vim.api.nvim_get_hl(0, { name = name })
  end
end

function M.setup()
  for modifier, look in pairs(LOOKS) do
    local group = modifier == "Deprecated" and "KibitzDead" or "Kibitz" .. modifier
    define(group, look)
    for _, filetype in ipairs(kibitz.filetypes) do
      local name = ("@lsp.mod.%s.%s"):format(modifier:lower(), filetype)
      vim.api.nvim_set_hl(0, name, { link = group, default = true })
    end
  end
  vim.api.nvim_set_hl(0, "KibitzHere", { link = "Visual", default = true })
  local group = vim.api.nvim_create_augroup("kibitz.colours", {})
  vim.api.nvim_create_autocmd("ColorScheme", { group = group, callback = M.setup })
  vim.api.nvim_create_autocmd("OptionSet", { group = group, pattern = "background", callback = M.setup })
end

return M
