-- The castle's inside (CS-03): 76 spaces, and the seven start spaces on the
-- wall. Anything may lie against the plain wall, and a path ends there (CS-33).
-- A start space is called by its first track number. Its letters are
-- drawn as the edge that tiles lie against; what is drawn on each is our own
-- choice.

return {
  rows = {
    "...oooooo",
    "...oooooo",
    "ooooooooo",
    "oooooooo.",
    "...ooooo.",
    "...ooooo.",
    "...ooooo.",
    ".ooooooo.",
    ".ooooooo.",
    ".ooooooo.",
    ".ooooooo.",
    ".oooo....",
  },
  starts = {
    { number = 6,  x = 1, y = 9,  side = "west",  letters = "..P.." },
    { number = 18, x = 3, y = 5,  side = "west",  letters = "HHHHH" },
    { number = 40, x = 3, y = 0,  side = "west",  letters = "....." },
    { number = 50, x = 6, y = 0,  side = "north", letters = "..P.." },
    { number = 62, x = 8, y = 2,  side = "east",  letters = "TTTTT" },
    { number = 74, x = 7, y = 7,  side = "east",  letters = "..P.." },
    { number = 94, x = 3, y = 11, side = "south", letters = "..M.." },
  },
}
