-- expect: error: resulting string too large
-- D19. Gmatch iterator after an error
local it=string.gmatch(('a'):rep(300000),('a?'):rep(300000)) print(pcall(it)) print(pcall(it))
