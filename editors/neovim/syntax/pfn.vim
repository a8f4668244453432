" Rounds of Figgie are TOML, which Neovim knows.
if exists('b:current_syntax')
  finish
endif
runtime! syntax/toml.vim
let b:current_syntax = 'pfn'
