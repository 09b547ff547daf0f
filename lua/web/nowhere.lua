-- What a path shows that leads nowhere.

local html = require "web.html"

local nowhere = {}
nowhere.__index = nowhere

function nowhere.new(session)
  return setmetatable({ session = session }, nowhere)
end

function nowhere:open()
  self:draw()
end

function nowhere:draw()
  local session = self.session
  local words = session.words
  session:frame(html.div { class = "sheet narrow",
    html.h1 { words:say("nowhere_title") },
    html.p { words:say("nowhere_says") },
    html.p { html.a { href = "/", class = "button",
                      words:say("to_lobby") } },
  })
  session:send { title = words:say("nowhere_title") }
end

return nowhere
