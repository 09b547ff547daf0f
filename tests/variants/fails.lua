-- refused: tests/variants/fails.lua:5: not today

local variant = require "castled.variant"

error("not today")

return variant {}
