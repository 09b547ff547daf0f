-- refused: tests/variants/unknown-module.lua:5: there is no module
--   'castled.varient': modules are castled.NAME and castle.NAME;
--   did you mean 'castled.variant'?

local variant = require "castled.varient"

return variant {}
