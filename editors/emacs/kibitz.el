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
  ;; What is typed is the text: no line is indented by itself.
  (electric-indent-local-mode -1)
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

;; The picture

(defvar kibitz--picture "*kibitz preview*"
  "The name of the buffer that the picture is in.")

(defvar kibitz--source nil
  "The buffer of the record that the picture is of.")

(defvar kibitz--timer nil
  "Draws the picture when the user rests.")

(defvar-local kibitz--drawn nil
  "The place and the state of the record that were drawn last.")

(define-derived-mode kibitz-preview-mode special-mode "Picture"
  "The picture of a record; RET goes to where what is at point is written."
  (setq-local truncate-lines t))

(define-key kibitz-preview-mode-map (kbd "RET") #'kibitz-preview-jump)
(define-key kibitz-preview-mode-map [mouse-2] #'kibitz-preview-jump)

;;;###autoload
(defun kibitz-preview ()
  "Show the picture of this record beside it: drawn where Emacs can, else as text.
It follows point and every change."
  (interactive)
  (unless (eglot-managed-p)
    (user-error "No server serves this buffer"))
  (setq kibitz--source (current-buffer))
  (with-current-buffer (get-buffer-create kibitz--picture)
    (unless (derived-mode-p 'kibitz-preview-mode)
      (kibitz-preview-mode))
    (setq kibitz--drawn nil))
  (display-buffer kibitz--picture)
  (unless kibitz--timer
    (setq kibitz--timer (run-with-idle-timer 0.2 t #'kibitz--follow)))
  (kibitz--follow))

(defun kibitz--follow ()
  "Draw the picture anew if point or the record have changed; stop when it is gone."
  (let ((picture (get-buffer kibitz--picture)))
    (cond
     ((not (and picture (buffer-live-p kibitz--source)))
      (when kibitz--timer (cancel-timer kibitz--timer))
      (setq kibitz--timer nil))
     (t
      (when (and (derived-mode-p 'kibitz-base-mode) (eglot-managed-p))
        (setq kibitz--source (current-buffer)))
      (with-current-buffer kibitz--source
        (let ((state (list kibitz--source (buffer-chars-modified-tick) (point))))
          (unless (equal state (buffer-local-value 'kibitz--drawn picture))
            (kibitz--draw picture)
            (with-current-buffer picture (setq kibitz--drawn state)))))))))

(defun kibitz--draw (picture)
  "Ask for the picture of the current buffer and show it in PICTURE.
Where there is no answer the last one stays."
  ;; What has been typed may wait to be told.
  (eglot--signal-textDocument/didChange)
  (let* ((image (and (display-graphic-p) (image-type-available-p 'svg)))
         (theme (symbol-name (or (frame-parameter nil 'background-mode) 'light)))
         (asked (append (eglot--TextDocumentPositionParams)
                        (list :format (if image "svg" "text") :theme theme)))
         (answer (ignore-errors (jsonrpc-request (eglot-current-server) :kibitz/preview asked))))
    (when answer
      (let ((spans (unless image (kibitz--spans (plist-get answer :spans)))))
        (with-current-buffer picture
          (let ((inhibit-read-only t))
            (erase-buffer)
            (if image
                (insert-image (create-image (plist-get answer :svg) 'svg t))
              (insert (plist-get answer :text))
              (mapc #'kibitz--adorn spans))
            ;; On an image the cursor is a frame around all of it.
            (setq-local cursor-type (not image))
            (set-buffer-modified-p nil)
            (goto-char (point-min))))))))

(defun kibitz--point (position)
  "The place in this buffer that is meant by POSITION, as servers say it."
  (funcall (if (fboundp 'eglot--lsp-position-to-point)
               #'eglot--lsp-position-to-point
             'eglot-lsp-position-to-point)
           position))

(defun kibitz--spans (spans)
  "What is drawn where, of SPANS: line, columns, a marker of the source, its face."
  (mapcar (lambda (one)
            (let ((start (kibitz--point (plist-get (plist-get one :range) :start))))
              (list (plist-get one :line) (plist-get one :start) (plist-get one :end)
                    (copy-marker start)
                    (get-text-property (min start (1- (max 2 (point-max)))) 'face))))
          spans))

(defun kibitz--adorn (span)
  "Let what is drawn of SPAN look as it does in the record, and lead there."
  (pcase-let ((`(,line ,start ,end ,source ,face) span))
    (goto-char (point-min))
    (forward-line line)
    (let ((from (+ (point) start)) (to (+ (point) end)))
      (add-text-properties from to (list 'kibitz-source source 'mouse-face 'highlight))
      (when face (put-text-property from to 'face face)))))

(defun kibitz-preview-jump (&optional event)
  "Go to where what is at point, or at the mouse EVENT, is written."
  (interactive (list last-nonmenu-event))
  (when (mouse-event-p event)
    (posn-set-point (event-end event)))
  (let ((source (get-text-property (point) 'kibitz-source)))
    (unless (and source (marker-buffer source))
      (user-error "Nothing of the record is here"))
    (pop-to-buffer (marker-buffer source))
    (goto-char source)))

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
