-- refused: tests/variants/unknown-module.lua:4: there is no module
--   'castled.varient': modules are castled.NAME and castle.NAME

local variant = require "castled.varient"

return variant {}
