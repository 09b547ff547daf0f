-- Pages: browsers, the page process between them and the daemon, and what HTTP
-- serves of the page.
--
-- Some cases have the daemon's own page process (lua/web). In others the test
-- attaches in its place, with the key from its environment, and says what a
-- page process could say.

local cases  = require "cases"
local cjson  = require "cjson"
local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"
local work   = require "work"

local check_says = cases.check_says

-- A process that has said nothing for about so long is asked whether it is alive
-- (PAGES_SILENT_SECONDS).
local ASKED_NS = 4e9

local OPEN = '{"page":"open","path":"/","language":null,"languages":["en"],'
  .. '"mine":[]}'

local function start(...)
  return daemon.start { pages = "on", arguments = { ... } }
end

-- The page process, once it has attached for the `number`th time.
local function process_of(one, number)
  wait.until_done(function()
    local _, count = one.log:gsub("event=pages_attached", "")
    return count >= number
  end, "page process")
  local pid
  for found in one.log:gmatch("event=process_started name=pages pid=(%d+)") do
    pid = tonumber(found)
  end
  return pid
end

-- Says that it is alive when it is asked; the question is none of the lines that
-- a test takes. How often it was asked is in `asked`.
local function answer_asks(process)
  local take = process.take
  process.asked = 0
  function process:take()
    local first = #self.lines + 1
    take(self)
    for i = #self.lines, first, -1 do
      if self.lines[i] == "?" then
        table.remove(self.lines, i)
        self.asked = self.asked + 1
        self:write "?\n"
      end
    end
  end
end

-- Takes the place of the page process, which is held; the connection, and the
-- key.
local function attach(one)
  local pid = process_of(one, 1)
  uv.kill(pid, "sigstop")
  one.held_pid = pid
  local file <close> = assert(io.open("/proc/" .. pid .. "/environ"))
  local key = file:read("a"):match("CASTLED_PAGES_KEY=(%x+)")
  local process = wire.socket(one.socket)
  answer_asks(process)
  process:must("pages.attach", { key = key })
  return process, key
end

-- A browser with a page: the browser, and what the process calls it.
local function page_of(one, process)
  local web = wire.web(one.port)
  web:send '{"page":"hello"}'
  local line = process:line()
  local number = line:match('^@(%d+) {"page":"hello"}$')
  assert(number, line)
  return web, number
end

local get, status_of = wire.get, wire.status_of

-- Waits until a line of the page has the words.
local function wait_for(web, words)
  local seen = 0
  web:wait_until(function()
    for i = seen + 1, #web.lines do
      if web.lines[i]:find(words, 1, true) then
        return true
      end
    end
    seen = #web.lines
    return false
  end, words)
  assert(not web.closed, "the page was closed")
end

-- All that the process is told by now has come.
local function settle(process)
  process:send '{"jsonrpc":"2.0","id":"settled","method":"hello"}'
  wait_for(process, '"id":"settled"')
end

-- A daemon that finds no program for its page process.
local function start_without()
  return daemon.start {
    pages = "on", environment = { "PATH=/nowhere", "HOME=/" },
  }
end

-- A request of HTTP that is answered by the process: its connection, and the
-- line that the process gets.
local function ask(one, process, path, more)
  local tcp = wire.tcp(one.port)
  tcp:write((more or "GET") .. " " .. path .. " HTTP/1.1\r\nHost: localhost\r\n"
    .. "Accept-Language: es\r\nConnection: close\r\n\r\n")
  local number, request = process:line():match("^#(%d+) (.*)$")
  return tcp, number, cjson.decode(request)
end

local function answer_of(tcp)
  tcp:wait_until(function() return tcp.closed end, "end of the answer")
  return status_of(tcp.input), tcp.input
end

return {
  { "a page is drawn, and large lines come compressed", function()
    local one = start()
    process_of(one, 1)
    local web = wire.web(one.port)
    web:send(OPEN)
    wait_for(web, '"id":"main"')
    assert(web.binary_count)
    for _, line in ipairs(web.lines) do
      cjson.decode(line)
    end
    assert(one:stop() == 0)
  end },

  { "a page sees what happens, and no notification reaches it", function()
    local one = start()
    process_of(one, 1)
    local web = wire.web(one.port)
    web:send(OPEN)
    local other = wire.socket(one.socket)
    local game = other:must("game.create", {
      game = "castle", seed = "a seed",
    }).game
    wait_for(web, '"id":"main"')
    local before = web.lines
    web.lines = {}
    web:send((OPEN:gsub('"/"', '"/games/' .. game .. '"')))
    wait_for(web, '"id":"main"')
    other:must("game.join", { game = game, name = "Walburga" })
    wait_for(web, "Walburga")
    for _, line in ipairs(table.move(web.lines, 1, #web.lines, #before + 1,
                                     before)) do
      assert(not line:find('^{"jsonrpc"'), line)
    end
  end },

  { "when the process dies, pages are closed and can be opened again", function()
    local one = start()
    local web, socket = wire.web(one.port), wire.socket(one.socket)
    local pid = process_of(one, 1)
    web:send(OPEN)
    wait_for(web, '"id":"main"')
    uv.kill(pid, "sigkill")
    assert(web:wait_for_end() == 1012)
    socket:must("hello", { client = "test" })
    assert(process_of(one, 2) ~= pid)
    web = wire.web(one.port)
    web:send(OPEN)
    wait_for(web, '"id":"main"')
    local _, body = get(one, "/metrics")
    check_says(body, '\ncastled_process_up{name="pages"} 1\n', "\ncastled_pages 1\n",
      '\ncastled_process_restarts_total{name="pages"} 1\n')
  end },

  { "a page process that does not go on is ended and started again; one that "
    .. "says that it is alive goes on", function()
    local other, one = start(), start()
    process_of(other, 1)
    local pid = process_of(one, 1)
    local web = wire.web(one.port)
    local before = uv.hrtime() -- it says something later than that
    web:send(OPEN)
    wait_for(web, '"id":"main"')
    uv.kill(pid, "sigstop")
    assert(web:wait_for_end() == 1012)
    local seconds = (uv.hrtime() - before) / 1e9
    assert(seconds > 9, seconds)
    one:wait_for_log("event=ended_silent", "does not say that it is alive")
    assert(process_of(one, 2) ~= pid)
    assert(not uv.kill(pid, 0))
    web = wire.web(one.port)
    web:send(OPEN)
    wait_for(web, '"id":"main"')
    -- As long was the other one there.
    assert(not other.log:find("ended_silent", 1, true), other.log)
    assert(not other.log:find("page_malformed", 1, true), other.log)
    local _, count = other.log:gsub("event=process_started name=pages", "")
    assert(count == 1)
  end },

  { "nobody waits longer for a picture than 10 s, whoever is there; and a process "
    .. "that says anything is not asked whether it is alive", function()
    local one, without = start(), start_without()
    local process = attach(one)
    local path = "/games/abc/board.svg"
    local before = uv.hrtime()
    local tcp = ask(one, process, path)
    local other = wire.tcp(without.port)
    other:write("GET " .. path .. " HTTP/1.1\r\nHost: localhost\r\n"
      .. "Connection: close\r\n\r\n")
    local asked, longest_ns = process.asked, 0
    for _ = 1, 5 do
      local began = uv.hrtime()
      wait.pause(1500)
      process:write "$1 1\n"
      longest_ns = math.max(longest_ns, uv.hrtime() - began)
    end
    -- Or we stood still ourselves.
    assert(process.asked == asked or longest_ns > ASKED_NS)
    assert(answer_of(tcp) == 504 and answer_of(other) == 503)
    local seconds = (uv.hrtime() - before) / 1e9
    assert(seconds > 9.9, seconds)
    asked = process.asked
    wait.until_done(function() return process.asked > asked end, "question")
    process:must("hello", { client = "test" })
  end },

  { "without a page process all else is served", function()
    local one = start_without()
    one:wait_for_log("process_missing name=pages", "lua5.4 is not installed")
    local web = wire.web(one.port)
    web:must("hello", { client = "test" })
    web:send(OPEN)
    assert(web:next().error.text)
    assert(web:wait_for_end() == 1013)
    assert(status_of(get(one, "/")) == 200)
    assert(status_of(get(one, "/healthz")) == 200)
    assert(one:stop() == 0)
  end },

  { "only the process of the daemon attaches", function()
    local one = start()
    local other = wire.socket(one.socket)
    for _, key in ipairs { ("0"):rep(64), "", "x" } do
      local _, failure = other:call("pages.attach", { key = key })
      assert(failure.code == 2)
    end
    other:must("admin.status")
    local process, key = attach(one)
    local _, failure = process:call("admin.status")
    assert(failure.code == 2, "the page process is an operator")
    _, failure = wire.web(one.port):call("pages.attach", { key = key })
    assert(failure.code == 2, "a browser was let in")
    local without = daemon.start { pages = "off" }
    _, failure = wire.socket(without.socket):call("pages.attach", { key = "" })
    assert(failure.code == 2)
  end },

  { "lines go where they are to go, in their order", function()
    local one = start()
    local process = attach(one)
    local ann, first = page_of(one, process)
    local bob, second = page_of(one, process)
    assert(first ~= second)
    ann:send '{"page":"do","what":"x\\ny"}'
    assert(process:line() == "@" .. first .. ' {"page":"do","what":"x\\ny"}')
    process:send("@" .. second .. ' {"title":"for Bob"}')
    assert(bob:line() == '{"title":"for Bob"}')
    for i = 1, 20 do
      process:send(("@%s {\"small\":%d}"):format(first, i))
      process:send(("@%s {\"large\":%d,\"text\":\"%s\"}"):format(first, i,
        ("x"):rep(i % 2 == 0 and 1400 or 60000)))
    end
    for i = 1, 20 do
      assert(ann:next().small == i)
      local large = ann:next()
      assert(large.large == i and #large.text == (i % 2 == 0 and 1400 or 60000))
    end
    assert(ann.binary_count == 10, ann.binary_count)
    assert(#bob.lines == 1)
    ann:close()
    assert(process:line() == "@" .. first .. " gone")
    process:send("@" .. first .. ' {"too":"late"}')
    process:send("@" .. second .. ' {"still":"here"}')
    assert(bob:next().still == "here")
  end },

  { "news for a page goes to the process, and answers to who asked", function()
    local one = start()
    local process = attach(one)
    local web, number = page_of(one, process)
    local game = web:must("game.create", {
      game = "castle", seed = "a seed",
    }).game
    web:must("game.join", { game = game, name = "Ann" })
    assert(#web.news == 0)
    local line = process:line()
    assert(line:find("^@" .. number .. ' {"jsonrpc":"2.0","method":"game.seats"'),
      line)
    process:send("@" .. number .. ' {"jsonrpc":"2.0","id":7,"method":"game.view",'
      .. '"params":{"game":"' .. game .. '"}}')
    line = process:line()
    assert(line:find("^@" .. number .. ' {"jsonrpc":"2.0","id":7,"error"'), line)
    process:send '{"jsonrpc":"2.0","id":"own","method":"games.list"}'
    assert(process:next().id == "own")
  end },

  { "what is asked for a page may do what the page may, and no more", function()
    local one = start()
    local process = attach(one)
    local watcher, number = page_of(one, process)
    local player = wire.socket(one.socket)
    local game = player:must("game.create", {
      game = "castle", seed = "a seed", players = { "human", "human" },
    }).game
    for seat, name in ipairs { "Ann", "Bob" } do
      player:must("game.join", { game = game, name = name, seat = seat })
    end
    local function try(method, params)
      params.game = game
      process:send(('@%s {"jsonrpc":"2.0","id":"%s","method":"%s","params":%s}')
        :format(number, method, method, cjson.encode(params)))
      while true do
        local message = cjson.decode((process:line():gsub("^@%d+ ", "")))
        if message.id == method then
          return message
        end
      end
    end
    assert(try("game.watch", {}).result)
    assert(try("game.view", {}).result)
    assert(try("game.view", { seat = 1 }).error.code == 2)
    assert(try("game.position", { seat = 1 }).error.code == 2)
    assert(try("game.choose", { seq = 1, index = 0 }).error.code == 2)
    assert(try("game.resign", { seat = 1 }).error.code == 2)
    assert(try("admin.status", {}).error)
    assert(#watcher.lines == 0)
  end },

  { "what the disk did not take is told to no page", function()
    local one = start()
    local process = attach(one)
    local web = page_of(one, process)
    local player = wire.socket(one.socket)
    local game = player:must("game.create", { game = "castle", seed = "s" }).game
    for seat = 1, 2 do
      player:must("game.join", { game = game, name = "Ann", seat = seat })
    end
    web:must("game.watch", { game = game })
    settle(process)
    local told = #process.lines
    local question = player:must("game.question", { game = game })
    one:limit_files "1"
    local _, failure = player:call("game.choose", {
      game = game, seq = question.seq, index = 0,
    })
    assert(failure.code == 5 or failure.code == 0, failure.message)
    assert(web:wait_for_end() == 1012)
    process:wait_for_end()
    for i = told + 1, #process.lines do
      assert(not process.lines[i]:find("game.event", 1, true), process.lines[i])
    end
    -- When the disk is well again, so are pages.
    one:limit_files "unlimited"
    one:wait_for_log("event=store_works_again")
    process_of(one, 3) -- the daemon's, ours, and the daemon's anew
    web = wire.web(one.port)
    web:send((OPEN:gsub('"/"', '"/games/' .. game .. '"')))
    wait_for(web, '"id":"main"')
  end },

  { "what the process says wrongly is dropped", function()
    local one = start()
    local process = attach(one)
    local web, number = page_of(one, process)
    for _, line in ipairs {
      "@", "@ {}", "@x {}", "@" .. number, "@" .. number .. " ",
      "@" .. number .. " gone", "@" .. number .. " [1]", "@-1 {}",
      "@99999999999999999999 {}", "#", "#1", "#1 []", "#x {}", "?", "nothing",
      "@12345 {}", "#12345 {}", "@" .. number .. "{}",
    } do
      process:send(line)
    end
    process:send("@" .. number .. ' {"title":"here"}')
    assert(web:line() == '{"title":"here"}')
    one:wait_for_log("page_malformed", "line=nothing")
  end },

  { "a line of the process may be large, and one that is too large ends it",
    function()
    local one = start()
    local process = attach(one)
    local web, number = page_of(one, process)
    local head = "@" .. number .. ' {"text":"'
    local text = ("x"):rep((1 << 20) - #head - 2)
    process:send(head .. text .. '"}')
    assert(web:next().text == text)
    process:send(head .. text .. 'x"}')
    assert(web:wait_for_end() == 1012)
    process:wait_for_end()
  end },

  { "a process that does not read is ended before it holds too much", function()
    local one = start("--messages-per-second", "1000000", "--messages-burst",
      "1000000", "--connections-per-address", "0", "--stall-seconds", "300")
    local process = attach(one)
    local web = page_of(one, process)
    process:stop_reading()
    local line = '{"page":"' .. ("x"):rep(60000) .. '"}'
    for _ = 1, 1300 do
      if web.closed then
        break
      end
      process:write "?\n" -- it is alive, however long this takes
      web:send(line)
      uv.run("nowait")
    end
    web:wait_until(function() process:write "?\n" end, "end of the page")
    assert(web.code == 1012, web.code)
    one:wait_for_log("ended_slow", "reads too slowly")
  end },

  { "what is done for a page is charged to it", function()
    local one = start("--messages-per-second", "1", "--messages-burst", "60")
    local process = attach(one)
    local web, number = page_of(one, process)
    for i = 1, 100 do
      process:send("@" .. number .. " " .. work.DEAR:format(i))
    end
    for i = 1, 100 do
      assert(process:line():find(',"id":' .. i .. ',', 1, true))
    end
    -- As many at once as would be fine, but for what was done for it.
    web:send(('{"jsonrpc":"2.0","id":1,"method":"hello"}\n'):rep(50))
    local refused = 0
    for _ = 1, 50 do
      local answer = web:next()
      refused = refused + (answer.error and answer.error.code == 6 and 1 or 0)
    end
    assert(refused > 0)
    process:must("hello")
  end },

  { "lines are charged to who says them", function()
    local one = start("--messages-per-second", "1000000", "--messages-burst",
      "1000000")
    local process = attach(one)
    local web = page_of(one, process)
    for _ = 1, 5000 do
      web:send '{"page":"do"}'
    end
    local refusal = web:next()
    assert(refusal.error.code == 6, cjson.encode(refusal))
    local other = wire.socket(one.socket)
    other:must("hello", { client = "test" })
  end },

  { "what the process has worked for a page is charged to it and its address",
    function()
    local one = start("--messages-per-second", "1", "--messages-burst", "1000")
    local process = attach(one)
    local web, number = page_of(one, process)
    local function refused()
      local _, failure = web:call("hello", { client = "test" })
      return failure ~= nil and failure.code == 6
    end
    assert(not refused())
    local began, left = uv.hrtime(), 0
    process:send("$" .. number .. " 1000")
    process:must("hello", { client = "test" })
    while not refused() do
      left = left + 1
    end
    local seconds = (uv.hrtime() - began) // 1000000000 -- each gives one more
    assert(left > 400 and left < 510 + seconds, left)
    local other = page_of(one, process)
    other:must("hello", { client = "test" })
    for line = 1, 8 do
      process:send(("$%s %d"):format(number, 1000 + line))
    end
    process:must("hello", { client = "test" })
    local _, failure = other:call("hello", { client = "test" })
    assert(failure.code == 6, "another page from the same address")
    for _, line in ipairs { "$", "$" .. number, "$" .. number .. " ", "$x 1",
                            "$" .. number .. " 1x", "$" .. number .. " {}",
                            "$" .. number .. " -1", "$99999 5" } do
      process:send(line)
    end
    process:must("hello", { client = "test" })
    one:wait_for_log("page_malformed", "line=$")
  end },

  { "who has made too much work gets no pages either, by new connections",
  function()
    local one = start("--messages-per-second", "1000000", "--messages-burst",
      "1000000")
    local process = attach(one)
    local web, number = page_of(one, process)
    -- Most of what an address may have done at once; messages are the rest.
    process:send("$" .. number .. " 3980")
    process:must("hello", { client = "test" })
    local began, made_up, refusal = uv.hrtime(), 0, nil
    wait.until_done(function()
      -- What is made up for meanwhile, 250 ms a second, is charged anew: else a
      -- daemon that gets little of a busy machine would never have done too much.
      local ms = (uv.hrtime() - began) // 4000000
      process:send(("$%s %d"):format(number, ms - made_up))
      made_up = ms
      for id = 1, 20 do
        web:send(work.DEAR:format(id))
      end
      for _ = 1, 20 do
        local problem = web:next().error
        refusal = problem.code == 6 and problem.message or refusal
      end
      return refusal
    end, "refusal")
    assert(refusal:find("too much work", 1, true), refusal)
    local page = "GET / HTTP/1.0\r\nHost: localhost\r\n\r\n"
    wait.until_done(function()
      -- And so much that it takes 4 s to make up for it.
      local charged = uv.hrtime()
      process:send("$" .. number .. " 1000")
      process:must("hello", { client = "test" })
      local head, body = wire.http(one.port, page)
      local is_open = wire.web(one.port).is_open
      if uv.hrtime() - charged > 3e9 then
        return false
      end
      assert(head:find("^HTTP/1.%d 429 "), head)
      assert(body:find("too much work", 1, true), body)
      assert(not is_open)
      return true
    end, "answers before it is made up for")
    assert(wire.socket(one.socket):must("hello"))
    wait.until_done(function()
      return wire.http(one.port, page):find("^HTTP/1.%d 200 ")
    end, "page")
  end },

  { "a browser's line that is no JSON goes no further, and who goes on goes",
  function()
    local one = start()
    local process = attach(one)
    local web, number = page_of(one, process)
    for _, line in ipairs {
      '{"page":[[[[', '{"page":' .. ("["):rep(60000), '{"page":"x"',
      '{"page":' .. ("["):rep(33) .. ("]"):rep(33) .. "}", '{"page":"a\\u0000"}',
      '{"page":1,"page":2}', '{"page":"a"}}',
    } do
      web:send(line)
      local answer = web:next()
      assert(answer.error.code == -32700, line:sub(1, 40))
      assert(#answer.error.message > 5)
    end
    web:send '{"page":"good"}'
    local line = process:line()
    assert(line == "@" .. number .. ' {"page":"good"}', line)
    one:wait_for_log("level=warn", "event=page_line_malformed",
      "address=127.0.0.1", "reason=")
    local other = page_of(one, process)
    web:send '{"page":[[[['
    web:send '{"page":[[[['
    assert(web:next().error and web:next().error)
    assert(other:must("hello") and web:must("hello"))
    web:send '{"page":[[[['
    assert(web:wait_for_end() == 1008)
    one:wait_for_log("event=ended_abuse", "address=127.0.0.1", "no JSON")
    assert(one:count_limited("page_line_malformed") > 0)
    assert(other:must("hello"))
    assert(process:line() == "@" .. number .. " gone"
      or process:line() == "@" .. number .. " gone")
  end },

  { "what the process says to the log is limited", function()
    local one = start()
    process_of(one, 1)
    local web = wire.web(one.port)
    web:send(OPEN)
    wait_for(web, '"id":"main"')
    -- Lines that no page of ours says.
    for _, line in ipairs {
      '{"page":{}}', '{"page":"open"}', '{"page":"do","what":{}}',
      '{"page":"open","path":7}', '{"page":"seated","game":{},"seat":"x"}',
      '{"page":"do","what":"x","values":7}', '{"page":[]}', '{"page":null}',
      '{"page":"open","path":"/","language":[],"languages":{},"mine":7}',
      '{"page":"language","language":{}}', '{"page":"unseated"}',
    } do
      for _ = 1, 5 do
        web:send(line)
      end
    end
    web.lines = {}
    web:send((OPEN:gsub('"/"', '"/rules"')))
    wait_for(web, '"id":"main"') -- those before it have been heard
    one:count_limited "process_says"
    local _, starts = one.log:gsub("event=process_started name=pages", "")
    assert(starts == 1)
  end },

  { "who is not a browser has no page", function()
    local one = start()
    attach(one)
    local socket = wire.socket(one.socket)
    socket:send(OPEN)
    assert(socket:next().error.code == -32600)
    local web = wire.web(one.port, { headers = { "Origin: http://evil.org" } })
    assert(not web.is_open and status_of(web.head) == 403)
  end },

  { "any path without a dot is the page", function()
    local one = start()
    for _, path in ipairs { "/", "/new", "/rules", "/games/x", "/a/b/c",
                            "/games//record", "/?x=y" } do
      local head, body = get(one, path)
      assert(status_of(head) == 200, path .. ": " .. head)
      head = head:lower()
      check_says(head, "content-type: text/html", "x-frame-options: deny",
        "x-content-type-options: nosniff", "referrer-policy: no-referrer",
        "cache-control: no-cache", "vary: accept-encoding",
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
        .. "form-action 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        .. "style-src 'self'; img-src 'self' data:; connect-src 'self' "
        .. "ws://127.0.0.1:" .. one.port .. " wss://127.0.0.1:" .. one.port
        .. "\r\n")
      assert(not head:find("unsafe-inline", 1, true))
      check_says(body, "<!doctype html>" and 'id="main"')
    end
    assert(status_of(get(one, "/games/x/record")) == 404)
  end },

  { "the page's files are served, and nothing beside them", function()
    local one = start()
    local head, body = get(one, "/static/main.js")
    assert(status_of(head) == 200)
    check_says(head:lower(), "content-type: text/javascript",
      "content-security-policy: default-src 'none'")
    local tag = head:match("etag: ([^\r]+)")
    local packed, bytes = get(one, "/static/main.js",
      "Accept-Encoding: deflate, gzip\r\n")
    check_says(packed, "content-encoding: gzip", "vary: accept-encoding")
    assert(bytes:sub(1, 2) == "\x1f\x8b" and #bytes < #body)
    local same, nothing = get(one, "/static/main.js",
      "If-None-Match: " .. tag .. "\r\n")
    assert(status_of(same) == 304 and nothing == "")
    assert(not same:lower():find("content-length", 1, true))
    for _, path in ipairs {
      "/static/", "/static/nothing.js", "/static/../main.lua", "/static/..",
      "/static/%2e%2e/main.lua", "/static/..%2fmain.lua", "/static/%2e%2e%2fx.js",
      "/static/../../../core/README.md", "/static//etc/passwd", "/static/x/main.js",
      "/static/.main.js", "/static/main.js%00", "/static/main.js/", "/main.lua",
      "/../../etc/passwd", "/lua/web/main.lua",
    } do
      local answer, text = get(one, path)
      local status = status_of(answer)
      assert(status == 404 or status == 403 or not status
        or (status == 200 and text:find('id="main"', 1, true)),
        path .. ": " .. answer)
    end
  end },

  { "requests over the limit are refused", function()
    local one = start("--messages-per-second", "1", "--messages-burst", "5")
    local tcp = wire.tcp(one.port)
    for _ = 1, 40 do
      tcp:write "GET /static/main.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
    end
    tcp:wait_until(function() return tcp.closed end, "end of the answers")
    check_says(tcp.input, "HTTP/1.1 429 ")
  end },

  { "pictures are drawn by the process", function()
    local one = start()
    local process = attach(one)
    local body = "<svg>" .. ("<g/>"):rep(1000) .. "</svg>"
    local path = "/games/abc/board.svg"
    local function answer(number, text)
      process:send("#" .. number .. " " .. cjson.encode {
        status = 200, type = "image/svg+xml", body = text,
      })
    end
    local tcp, number, request = ask(one, process, path .. "?at=3&theme=dark")
    assert(request.path == path and request.query == "at=3&theme=dark"
      and request.languages == "es")
    answer(number, body)
    local status, text = answer_of(tcp)
    assert(status == 200 and text:sub(-#body) == body)
    check_says(text:lower(), "content-type: image/svg+xml", "\r\netag: ",
      "cache-control: no-cache\r\n",
      "default-src 'none'", "style-src 'unsafe-inline'; sandbox\r\n")
    tcp, number = ask(one, process, path, "HEAD")
    answer(number, body)
    status, text = answer_of(tcp)
    assert(status == 200 and text:find("\r\n\r\n$"))
    check_says(text, "content-length: " .. #body)
    tcp, number = ask(one, process, path .. "?at=4")
    process:send("#" .. number .. ' {"status":200,"type":"image/svg+xml",'
      .. '"body":"<svg/>","keep":60}')
    check_says(select(2, answer_of(tcp)), "cache-control: max-age=60\r\n")
    tcp, number = ask(one, process, "/static/board.css")
    process:send("#" .. number .. ' {"status":404,"type":"text/html","body":""}')
    assert(answer_of(tcp) == 502)
    tcp, number = ask(one, process, path)
    process:send("#" .. number .. ' {"status":404,"type":"text/css",')
    assert(answer_of(tcp) == 502)
    tcp, number = ask(one, process, path)
    tcp:close() -- and does not wait
    wait.pause(100)
    answer(number, body)
    answer("99", body)
    -- On one connection each answer comes in its turn.
    tcp = wire.tcp(one.port)
    tcp:write("GET " .. path .. " HTTP/1.1\r\nHost: localhost\r\n\r\n"
      .. "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    number = process:line():match("^#(%d+) ")
    wait.pause(100)
    assert(tcp.input == "")
    answer(number, body)
    tcp:wait_until(function()
      return tcp.input:find(body .. "HTTP/1.1 200 OK.*\r\n\r\nok\n$")
    end, "both answers")
    -- One that takes the place of another is asked again, one that is just being
    -- started is waited for. It is the real one here, which knows of no such game.
    tcp = ask(one, process, path)
    process:close()
    assert(answer_of(tcp) == 404)
    uv.kill(process_of(one, 3), "sigkill")
    assert(status_of(get(one, "/static/board.css")) == 200)
    one:wait_for_log("process_ended name=pages", "signal=9")
    assert(status_of(get(one, "/static/board.css")) == 200)
  end },
}
