require("kibitz.filetypes")
