" Blackjack hands: what is coloured until the server has its say.
if exists('b:current_syntax')
  finish
endif
syntax case ignore
syntax match bjnSeparator /|/
syntax match bjnDot /\./
syntax match bjnActor /\%(^\||\)\s*\zs\%(\d\+\|d\)\ze\./
syntax match bjnAction /\.\zs[\^!/%]\ze\./
syntax match bjnModifier /\.\zs[_#?$]/
syntax match bjnBlack /\<[2-9tjqka][sc]\>/
syntax match bjnRed /\<[2-9tjqka][hd]\>/
syntax region bjnSetup start=/{/ end=/}/ oneline
syntax region bjnOutcome start=/\[/ end=/\]/ oneline
syntax match bjnComment /\%(^\|\s\)\zs\/\/.*/

highlight default link bjnSeparator Delimiter
highlight default link bjnDot NonText
highlight default link bjnActor Identifier
highlight default link bjnAction Operator
highlight default link bjnModifier Keyword
highlight default link bjnBlack KibitzSpades
highlight default link bjnRed KibitzHearts
highlight default link bjnSetup Number
highlight default link bjnOutcome Keyword
highlight default link bjnComment Comment
let b:current_syntax = 'bjn'
