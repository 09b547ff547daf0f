-- refused: tests/variants/returns-nothing.lua returns no variant: it must
--   end with return variant { ... }

local _ = require "castled.variant"
