-- expect: refused: this is a binary chunk
-- A07. Source starting with ESC given as a script
return '\27Lua\x54\0\x19\x93\r\n\x1a\n'
