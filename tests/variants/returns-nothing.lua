-- refused: tests/variants/returns-nothing.lua returns no variant

local _ = require "castled.variant"
