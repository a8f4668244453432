;;; kibitz.el --- Records of games, checked while you write them  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, games
;; URL: https://github.com/kibitz-lsp/kibitz
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Major modes for Portable Figgie Notation (.pfn), blackjack hands (.bjn),
;; grimoires of Blood on the Clocktower (.botc) and Quibbble games (.qgn),
;; each with the language server kibitz, through eglot:
;;
;;     (require 'kibitz)

;;; Code:

(require 'eglot)

(defgroup kibitz nil
  "Records of games."
  :group 'languages
  :prefix "kibitz-")

(defcustom kibitz-command '("kibitz" "lsp")
  "The command that starts the language server."
  :type '(repeat string))

(defcustom kibitz-format-on-save t
  "Whether records are formatted when they are saved."
  :type 'boolean)

(define-derived-mode kibitz-base-mode prog-mode "Record"
  "What the modes for records of games have in common."
  :abbrev-table nil
  (add-hook 'before-save-hook #'kibitz-format-before-save nil t))

(add-hook 'kibitz-base-mode-hook #'eglot-ensure)

(defun kibitz-format-before-save ()
  "Format the record if `kibitz-format-on-save' says so and a server is there."
  (when (and kibitz-format-on-save (eglot-managed-p))
    (eglot-format-buffer)))

(defun kibitz--comments (start &optional end)
  "Comments begin with START and end with END, or with their line."
  (setq-local comment-start (concat start " ")
              comment-start-skip (concat (regexp-quote start) "+[ \t]*")
              comment-end (if end (concat " " end) "")))

(defconst kibitz--keywords
  '((pfn
     ("^[ \t]*\\[+[^]\n]*\\]+" . font-lock-type-face)
     ("^[ \t]*\\([[:alnum:]_.-]+\\)[ \t]*=" 1 font-lock-variable-name-face)
     ("\"[^\"\n]*\"\\|'[^'\n]*'" . font-lock-string-face)
     ("#.*" . font-lock-comment-face))
    (bjn
     ("\\(?:^\\|[ \t]\\)\\(//.*\\)" 1 font-lock-comment-face)
     ("{[^}\n]*}" . font-lock-preprocessor-face)
     ("\\[[^]\n]*\\]" . font-lock-keyword-face)
     ("\\b[2-9tjqkaTJQKA][scdhSCDH]\\b" . font-lock-constant-face)
     ("[_#?$^!%]" . font-lock-keyword-face))
    (botc
     ("^[ \t]*#.*" . font-lock-comment-face)
     ("([^)\n]*)" . font-lock-constant-face)
     (":\\([[:alpha:]][[:alnum:]_]*\\)" 1 font-lock-type-face)
     ("[─│┌┐└┘]" . font-lock-comment-face))
    (qgn
     ("{[^}]*}\\|//.*" . font-lock-comment-face)
     ("\"[^\"\n]*\"" . font-lock-string-face)
     ("\\[\\([[:alpha:]_][[:alnum:]_]*\\)" 1 font-lock-variable-name-face)
     ("\\b[0-9]+\\([[:alpha:]]\\)" 1 font-lock-function-name-face)))
  "What is coloured in a notation until a server knows better.")

(defun kibitz--colours (notation)
  "Colour the records of NOTATION, as far as that can be done without the server."
  (setq-local font-lock-defaults (list (alist-get notation kibitz--keywords) t)))

(defun kibitz--contact (&rest _)
  "The command, as eglot asks for it."
  kibitz-command)

;; Made by `python -m kibitz_dev`:

;;;###autoload
(define-derived-mode pfn-mode kibitz-base-mode "Figgie"
  "Major mode for rounds of Figgie in Portable Figgie Notation, which is TOML."
  (kibitz--comments "#")
  (modify-syntax-entry ?_ "w")
  (modify-syntax-entry ?- "w")
  (kibitz--colours 'pfn))

;;;###autoload
(define-derived-mode bjn-mode kibitz-base-mode "Blackjack"
  "Major mode for hands of blackjack."
  (kibitz--comments "//")
  (kibitz--colours 'bjn))

;;;###autoload
(define-derived-mode botc-mode kibitz-base-mode "Grimoire"
  "Major mode for grimoires of Blood on the Clocktower."
  (kibitz--comments "#")
  (modify-syntax-entry ?_ "w")
  (kibitz--colours 'botc))

;;;###autoload
(define-derived-mode qgn-mode kibitz-base-mode "Quibbble"
  "Major mode for games of Quibbble."
  (kibitz--comments "{" "}")
  (modify-syntax-entry ?_ "w")
  (kibitz--colours 'qgn))

;;;###autoload
(dolist (entry '(("\\.pfn\\'" . pfn-mode)
                 ("\\.bjn\\'" . bjn-mode)
                 ("\\.botc\\'" . botc-mode)
                 ("\\.qgn\\'" . qgn-mode)))
  (add-to-list 'auto-mode-alist entry))

(add-to-list 'eglot-server-programs
             '((pfn-mode bjn-mode botc-mode qgn-mode) . kibitz--contact))

;; So much was made.

(provide 'kibitz)
;;; kibitz.el ends here
