--- What semantic tokens look like: the teams, the suits, the dead. Each group can be set by the user.
local kibitz = require("kibitz")
local M = {}

-- A colour on dark and on light ground, and in a terminal of sixteen; what else.
local GROUPS = {
  KibitzTownsfolk = { "#8cc8ff", "#0b57b5", 12 },
  KibitzOutsider = { "#6fdcd8", "#00707a", 14 },
  KibitzMinion = { "#ffb37a", "#8f4300", 3 },
  KibitzDemon = { "#ff9a8f", "#b3122b", 9, { bold = true } },
  KibitzTraveller = { "#e0a3f5", "#8a2a96", 13 },
  KibitzFabled = { "#f0d070", "#806000", 11 },
  KibitzDead = { nil, nil, nil, { strikethrough = true } },
  KibitzSpades = { nil, nil, nil, { bold = true } },
  KibitzClubs = { nil, nil, nil, { bold = true } },
  KibitzHearts = { "#ff9a8f", "#b3122b", 9, { bold = true } },
  KibitzDiamonds = { "#ff9a8f", "#b3122b", 9, { bold = true } },
  KibitzDealer = { "#f0d070", "#806000", 11 },
  KibitzHere = { nil, nil, nil, { link = "Visual" } },
  KibitzSource = { nil, nil, nil, { link = "Visual" } },
}

-- By the modifiers of tokens, which the groups are named after.
local MODIFIERS = { deprecated = "KibitzDead" }
for name in pairs(GROUPS) do
  MODIFIERS[name:sub(#"Kibitz" + 1):lower()] = name
end

local mine = {}

--- Defines the groups for the background of now, but for those that somebody else has defined.
local function define()
  local ground = vim.o.background == "dark" and 1 or 2
  for name, look in pairs(GROUPS) do
    local now = vim.api.nvim_get_hl(0, { name = name })
    if vim.tbl_isempty(now) or vim.deep_equal(now, mine[name]) then
      local group = vim.tbl_extend("force", { fg = look[ground], ctermfg = look[3] }, look[4] or {})
      vim.api.nvim_set_hl(0, name, group)
      mine[name] = vim.api.nvim_get_hl(0, { name = name })
    end
  end
end

--- The group of a semantic token, for the picture beside the text.
function M.group(token)
  for modifier in pairs(token.modifiers) do
    if MODIFIERS[modifier] then
      return MODIFIERS[modifier]
    end
  end
end

function M.setup()
  define()
  for _, filetype in ipairs(kibitz.filetypes) do
    for modifier, group in pairs(MODIFIERS) do
      vim.api.nvim_set_hl(0, ("@lsp.mod.%s.%s"):format(modifier, filetype), { link = group, default = true })
    end
  end
  local group = vim.api.nvim_create_augroup("kibitz.colours", {})
  vim.api.nvim_create_autocmd("ColorScheme", { group = group, callback = M.setup })
  vim.api.nvim_create_autocmd("OptionSet", { group = group, pattern = "background", callback = M.setup })
end

return M
