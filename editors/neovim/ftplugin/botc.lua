-- `scarlet_woman` is one word. `washerwoman:townsfolk` is two, because `Alice:baron` must be.
require("kibitz.buffer").setup("# %s", ":#")
