" Records of Quibbble games: colours until the server sends its own.
if exists('b:current_syntax')
  finish
endif
syntax match Identifier /\%(^\|\s\)\zs\d\+/ nextgroup=Function
syntax match Function /\a/ contained nextgroup=Operator
syntax match Operator /&/ contained nextgroup=Number
syntax match Number /[^ \t{&.]\+/ contained nextgroup=NonText
syntax match NonText /\./ contained nextgroup=Number
syntax region qgnTag matchgroup=Delimiter start=/\[/ end=/\]/ oneline contains=Identifier,String
syntax match Identifier /\[\@1<=\s*\h\w*/ contained
syntax region String start=/"/ end=/"/ contained oneline
syntax region Comment start=/{/ end=/}/
syntax region Comment start=+/\*+ end=+\*/+
syntax match Comment +//.*+
let b:current_syntax = 'qgn'
