" Blackjack hands: colours until the server sends its own.
if exists('b:current_syntax')
  finish
endif
syntax case ignore
syntax match Delimiter /|/
syntax match NonText /\./
syntax match Identifier /\%(^\||\)\s*\zs\%(\d\+\|d\)\ze\./
syntax match Operator /\.\zs[\^!/%]\ze\./
syntax match Keyword /\.\zs[_#?$]/
syntax match KibitzSpades /\<[2-9tjqka][sc]\>/
syntax match KibitzHearts /\<[2-9tjqka][hd]\>/
syntax region Number start=/{/ end=/}/ oneline
syntax region Keyword start=/\[/ end=/\]/ oneline
syntax match Comment /\%(^\|\s\)\zs\/\/.*/
let b:current_syntax = 'bjn'
