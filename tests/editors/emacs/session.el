;;; session.el --- Eglot on a record, without a screen  -*- lexical-binding: t; -*-

;; What tests do with a record in Emacs, each in a process of its own:
;; emacs --batch -l <what the README says> -l session.el --eval <a test>

(require 'flymake)
(require 'json)

(defun session-wait (condition)
  "Wait until the function CONDITION returns something, and return that."
  (let ((end (+ (float-time) 20)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) end) (error "Waited in vain"))
      (accept-process-output nil 0.02))
    found))

(defun session-diagnostics ()
  "What is wrong: a list of texts and messages."
  (session-wait (lambda () (flymake-start) (flymake-diagnostics)))
  (vconcat (mapcar (lambda (one)
                     (vector (buffer-substring-no-properties
                              (flymake-diagnostic-beg one) (flymake-diagnostic-end one))
                             (flymake-diagnostic-text one)))
                   (flymake-diagnostics))))

(defun session-completions ()
  "What may be typed at point."
  (let* ((found (eglot-completion-at-point))
         (table (nth 2 found)))
    (vconcat (mapcar #'substring-no-properties
                     (all-completions (buffer-substring (nth 0 found) (nth 1 found)) table)))))

(defun session-hover ()
  "What is said of the place of point."
  (let (said)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq said (or text ""))))
    (substring-no-properties (session-wait (lambda () said)))))

(defun session-open (file)
  "Open FILE and wait for the server."
  (find-file file)
  ;; Eglot connects after the command that opened the file; there are no commands here.
  (run-hooks 'post-command-hook)
  (session-wait #'eglot-managed-p))

(defun session-go (text)
  "Go to the beginning of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun session-end (&rest found)
  "Print FOUND as JSON, and stop the server."
  (princ (json-encode found))
  (set-buffer-modified-p nil)
  (mapc (lambda (server) (eglot-shutdown server nil 5))
        (apply #'append (hash-table-values eglot--servers-by-project))))
;;; session.el ends here
