-- Pages: browsers, the page process between them and the daemon, and what HTTP
-- serves of the page.
--
-- Some cases have the daemon's own page process (lua/web). In others the test
-- attaches in its place, with the key from its environment, and says what a
-- page process could say.

local cjson  = require "cjson"
local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"

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

-- Takes the place of the page process, which is held; the connection, and the
-- key.
local function attach(one)
  local pid = process_of(one, 1)
  uv.kill(pid, "sigstop")
  local file <close> = assert(io.open("/proc/" .. pid .. "/environ"))
  local key = file:read("a"):match("CASTLED_PAGES_KEY=(%x+)")
  local process = wire.socket(one.socket)
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

local function check_has(text, ...)
  for _, part in ipairs { ... } do
    assert(text:find(part, 1, true), part .. " is not in\n" .. text)
  end
end

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
  -- The daemon's own process ----------------------------------------------------

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
    web:send((OPEN:gsub('"/"', '"/games/' .. game .. '"')))
    wait.pause(300)
    other:must("game.join", { game = game, name = "Walburga" })
    wait_for(web, "Walburga")
    for _, line in ipairs(web.lines) do
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
    check_has(body, '\ncastled_process_up{name="pages"} 1\n', "\ncastled_pages 1\n",
      '\ncastled_process_restarts_total{name="pages"} 1\n')
  end },

  { "without a page process all else is served", function()
    local one = daemon.start {
      pages = "on", environment = { "PATH=/nowhere", "HOME=/" },
    }
    one:wait_for_log("process_missing name=pages", "lua5.4 is not installed")
    local web = wire.web(one.port)
    web:must("hello", { client = "test" })
    web:send(OPEN)
    assert(web:next().error.text)
    assert(web:wait_for_end() == 1013)
    assert(status_of(get(one, "/")) == 200)
    assert(status_of(get(one, "/healthz")) == 200)
    assert(status_of(get(one, "/games/x/board.svg")) == 503)
    assert(one:stop() == 0)
  end },

  -- The process's side ----------------------------------------------------------

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
    wait.pause(300)
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
      "1000000", "--connections-per-address", "0")
    local process = attach(one)
    local web = page_of(one, process)
    process:stop_reading()
    local line = '{"page":"' .. ("x"):rep(60000) .. '"}'
    for _ = 1, 1300 do
      if web.closed then
        break
      end
      web:send(line)
      uv.run("nowait")
    end
    assert(web:wait_for_end() == 1012)
    one:wait_for_log("ended_slow", "reads too slowly")
  end },

  { "what is done for a page is charged to it", function()
    local one = start("--messages-per-second", "1", "--messages-burst", "60")
    local process = attach(one)
    local web, number = page_of(one, process)
    local dear = '@%s {"jsonrpc":"2.0","id":%d,"method":"variants.check",'
      .. '"params":{"game":"castle","variants":["german","rgg"]}}'
    for i = 1, 100 do
      process:send(dear:format(number, i))
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
    process:send("$" .. number .. " 1000")
    process:must("hello", { client = "test" })
    local left = 0
    while not refused() do
      left = left + 1
    end
    assert(left > 400 and left < 510, left)
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

  { "who is not a browser has no page", function()
    local one = start()
    attach(one)
    local socket = wire.socket(one.socket)
    socket:send(OPEN)
    assert(socket:next().error.code == -32600)
    local web = wire.web(one.port, { headers = { "Origin: http://evil.org" } })
    assert(not web.is_open and status_of(web.head) == 403)
  end },

  -- HTTP ------------------------------------------------------------------------

  { "any path without a dot is the page", function()
    local one = start()
    for _, path in ipairs { "/", "/new", "/rules", "/games/x", "/a/b/c",
                            "/games//record", "/?x=y" } do
      local head, body = get(one, path)
      assert(status_of(head) == 200, path .. ": " .. head)
      head = head:lower()
      check_has(head, "content-type: text/html", "x-frame-options: deny",
        "x-content-type-options: nosniff", "referrer-policy: no-referrer",
        "cache-control: no-cache", "vary: accept-encoding",
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
        .. "form-action 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        .. "style-src 'self'; img-src 'self' data:; connect-src 'self' "
        .. "ws://127.0.0.1:" .. one.port .. " wss://127.0.0.1:" .. one.port
        .. "\r\n")
      assert(not head:find("unsafe-inline", 1, true))
      check_has(body, "<!doctype html>" and 'id="main"')
    end
    assert(status_of(get(one, "/games/x/record")) == 404)
  end },

  { "the page's files are served, and nothing beside them", function()
    local one = start()
    local head, body = get(one, "/static/main.js")
    assert(status_of(head) == 200)
    check_has(head:lower(), "content-type: text/javascript",
      "content-security-policy: default-src 'none'")
    local tag = head:match("etag: ([^\r]+)")
    local packed, bytes = get(one, "/static/main.js",
      "Accept-Encoding: deflate, gzip\r\n")
    check_has(packed, "content-encoding: gzip", "vary: accept-encoding")
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
    for _ = 1, 6 do
      tcp:write "GET /static/main.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
    end
    tcp:wait_until(function() return tcp.closed end, "end of the answers")
    check_has(tcp.input, "HTTP/1.1 429 ")
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
    check_has(text:lower(), "content-type: image/svg+xml", "\r\netag: ",
      "cache-control: no-cache\r\n",
      "default-src 'none'", "style-src 'unsafe-inline'; sandbox\r\n")
    tcp, number = ask(one, process, path, "HEAD")
    answer(number, body)
    status, text = answer_of(tcp)
    assert(status == 200 and text:find("\r\n\r\n$"))
    check_has(text, "content-length: " .. #body)
    tcp, number = ask(one, process, path .. "?at=4")
    process:send("#" .. number .. ' {"status":200,"type":"image/svg+xml",'
      .. '"body":"<svg/>","keep":60}')
    check_has(select(2, answer_of(tcp)), "cache-control: max-age=60\r\n")
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
    tcp = ask(one, process, path)
    process:close()
    assert(answer_of(tcp) == 503)
  end },

  { "nobody waits longer for a picture than 10 s", function()
    local one = start()
    local process = attach(one)
    local before = uv.hrtime()
    local tcp = ask(one, process, "/games/abc/board.svg")
    assert(answer_of(tcp) == 504)
    local seconds = (uv.hrtime() - before) / 1e9
    assert(seconds > 9.9 and seconds < 13, seconds)
  end },
}
