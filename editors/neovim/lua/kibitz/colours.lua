--- What semantic tokens look like: good and evil, the suits, the dead. Each group can be set by the user.
local kibitz = require("kibitz")
local M = {}

local DARK = { good = "#8cc8ff", friend = "#6fdcd8", evil = "#ff9a8f", other = "#e0a3f5", rule = "#f0d070" }
local LIGHT = { good = "#0b57b5", friend = "#00707a", evil = "#b3122b", other = "#8a2a96", rule = "#806000" }
local TERMINAL = { good = 12, friend = 14, evil = 9, other = 13, rule = 11 }

local function colour(name, more)
  local palette = vim.o.background == "dark" and DARK or LIGHT
  return vim.tbl_extend("force", { fg = palette[name], ctermfg = TERMINAL[name] }, more or {})
end

local function groups()
  return {
    KibitzTownsfolk = colour("good"),
    KibitzOutsider = colour("friend"),
    KibitzMinion = colour("evil"),
    KibitzDemon = colour("evil", { bold = true }),
    KibitzTraveller = colour("other"),
    KibitzFabled = colour("rule"),
    KibitzDead = { strikethrough = true },
    KibitzSpades = { bold = true },
    KibitzClubs = { bold = true },
    KibitzHearts = colour("evil", { bold = true }),
    KibitzDiamonds = colour("evil", { bold = true }),
    KibitzDealer = colour("rule"),
    KibitzHere = { link = "Visual" },
    KibitzSource = { link = "Visual" },
  }
end

local mine = {}

--- Defines the groups for the background of now, but for those that somebody else has defined.
local function define()
  for name, group in pairs(groups()) do
    local now = vim.api.nvim_get_hl(0, { name = name })
    if vim.tbl_isempty(now) or vim.deep_equal(now, mine[name]) then
      vim.api.nvim_set_hl(0, name, group)
      mine[name] = vim.api.nvim_get_hl(0, { name = name })
    end
  end
end

local MODIFIERS = {
  townsfolk = "KibitzTownsfolk",
  outsider = "KibitzOutsider",
  minion = "KibitzMinion",
  demon = "KibitzDemon",
  traveller = "KibitzTraveller",
  fabled = "KibitzFabled",
  deprecated = "KibitzDead",
  spades = "KibitzSpades",
  clubs = "KibitzClubs",
  hearts = "KibitzHearts",
  diamonds = "KibitzDiamonds",
  dealer = "KibitzDealer",
}

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
