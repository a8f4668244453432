" Records of Quibbble games: what is coloured until the server has its say.
if exists('b:current_syntax')
  finish
endif
syntax match qgnTeam /\%(^\|\s\)\zs\d\+/ nextgroup=qgnAction
syntax match qgnAction /\a/ contained nextgroup=qgnAmpersand
syntax match qgnAmpersand /&/ contained nextgroup=qgnDetail
syntax match qgnDetail /[^ \t{&.]\+/ contained nextgroup=qgnDot
syntax match qgnDot /\./ contained nextgroup=qgnDetail
syntax region qgnTag matchgroup=Delimiter start=/\[/ end=/\]/ oneline contains=qgnKey,qgnValue
syntax match qgnKey /\[\@1<=\s*\h\w*/ contained
syntax region qgnValue start=/"/ end=/"/ contained oneline
syntax region qgnComment start=/{/ end=/}/
syntax region qgnComment start=+/\*+ end=+\*/+
syntax match qgnComment +//.*+

highlight default link qgnTeam Identifier
highlight default link qgnAction Function
highlight default link qgnAmpersand Operator
highlight default link qgnDot NonText
highlight default link qgnDetail Number
highlight default link qgnKey Identifier
highlight default link qgnValue String
highlight default link qgnComment Comment
let b:current_syntax = 'qgn'
