-- What is served, and how: both ways to connect, HTTP, TLS.

local daemon = require "daemon"
local wire   = require "wire"

local function check_hello(connection)
  local hello = connection:must("hello", { client = "test" })
  assert(hello.server == "castled" and hello.kind == "daemon")
end

local get, status_of = wire.get, wire.status_of

local function make_certificate(folder)
  assert(os.execute("openssl req -x509 -newkey ec -pkeyopt "
    .. "ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -keyout '"
    .. folder .. "/key' -out '" .. folder .. "/certificate' 2>/dev/null"))
end

return {
  { "both ways answer hello", function()
    local one = daemon.start()
    check_hello(wire.socket(one.socket))
    check_hello(wire.web(one.port))
    check_hello(wire.web(one.port, {
      headers = { "Sec-WebSocket-Protocol: castled" },
    }))
    assert(one:stop() == 0)
  end },

  { "many lines may come in one message, and in many fragments", function()
    local one = daemon.start()
    local web = wire.web(one.port)
    local line = '{"jsonrpc":"2.0","id":%d,"method":"hello"}'
    web:send(line:format(1) .. "\n" .. line:format(2) .. "\r\n\n  \n"
      .. line:format(3))
    for id = 1, 3 do
      assert(web:next().id == id)
    end
    web:frame(1, '{"jsonrpc":"2.0",', { open = true })
    web:frame(0, '"id":4,"me', { open = true })
    web:frame(9, "ping") -- may come in between
    web:frame(0, 'thod":"hello"}')
    assert(web:next().id == 4)
    local socket = wire.socket(one.socket)
    for byte in (line:format(5) .. "\n"):gmatch(".") do
      socket:write(byte)
    end
    socket:write("\n")
    assert(socket:next().id == 5)
    socket:write((line .. "\n" .. line .. "\n"):format(6, 7))
    assert(socket:next().id == 6 and socket:next().id == 7)
  end },

  { "a message without an id is carried out and not answered", function()
    local one = daemon.start()
    local socket = wire.socket(one.socket)
    socket:send('{"jsonrpc":"2.0","method":"hello"}')
    check_hello(socket)
    assert(#socket.lines == 1)
  end },

  { "health, numbers and a front page are served", function()
    local one = daemon.start()
    local head, body = get(one, "/healthz")
    assert(status_of(head) == 200 and body == "ok\n")
    head, body = get(one, "/metrics")
    assert(status_of(head) == 200)
    assert(body:find("\ncastled_connections{kind=\"web\"} 0\n", 1, true), body)
    assert(body:find("\ncastled_answer_seconds_count{group=\"choose\"} 0\n", 1,
      true))
    head, body = get(one, "/")
    assert(status_of(head) == 200 and body:find("castled", 1, true))
  end },

  { "numbers say what happened", function()
    local one = daemon.start()
    local web, socket = wire.web(one.port), wire.socket(one.socket)
    check_hello(web)
    check_hello(socket)
    socket:call("no.such.method")
    local _, body = get(one, "/metrics")
    local function has(line)
      assert(body:find("\ncastled_" .. line .. "\n", 1, true),
        "no " .. line .. " in\n" .. body)
    end
    has 'connections{kind="web"} 1'
    has 'connections{kind="socket"} 1'
    has 'connections_total{kind="web"} 1'
    has 'messages_total 3'
    has 'answer_seconds_count{group="look"} 2'
    has 'answer_seconds_count{group="other"} 1'
    has 'answer_seconds_bucket{group="look",le="+Inf"} 2'
    has 'store_up 1'
  end },

  { "every answer has the headers that keep browsers from trouble", function()
    local one = daemon.start()
    for _, path in ipairs { "/", "/healthz", "/nothing", "/games/x/record" } do
      local head = get(one, path):lower()
      for _, header in ipairs {
        "x-content-type-options: nosniff", "x-frame-options: deny",
        "content-security-policy: default-src 'none'", "cache-control: no-store",
        "referrer-policy: no-referrer", "content-type: text/",
      } do
        assert(head:find(header, 1, true), path .. " without " .. header)
      end
    end
  end },

  { "HEAD is answered without a body, other methods with 405", function()
    local one = daemon.start()
    local rest = " / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      .. "Content-Length: 0\r\n\r\n"
    local head, body = wire.http(one.port, "HEAD" .. rest)
    assert(status_of(head) == 200 and body == "")
    for _, method in ipairs { "POST", "PUT", "DELETE", "OPTIONS" } do
      head, body = wire.http(one.port, method .. rest)
      assert(status_of(head) == 405, method .. ": " .. head)
      assert(body:find("GET and HEAD", 1, true), body)
    end
  end },

  { "what is not there is 404, with a sentence", function()
    local one = daemon.start()
    for _, path in ipairs { "/nothing", "/games/x/record", "/games//record",
                            "/games/x", "/../../etc/passwd", "/%2e%2e/x" } do
      local head, body = get(one, path)
      assert(status_of(head) == 404, path .. ": " .. head)
      assert(body:find("there is no", 1, true), body)
    end
  end },

  { "a connection serves one request after the other", function()
    local one = daemon.start()
    local tcp = wire.tcp(one.port)
    for i = 1, 3 do
      tcp:write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      tcp:wait_until(function()
        local _, count = tcp.input:gsub("\r\n\r\nok\n", "")
        return count == i
      end, "answer")
      assert(not tcp.closed)
    end
  end },

  { "only hosts by which we are called are answered", function()
    local one = daemon.start { arguments = { "--name", "play.example.org" } }
    local function try(host)
      return wire.http(one.port, "GET / HTTP/1.1\r\nConnection: close\r\n"
        .. (host and "Host: " .. host .. "\r\n" or "") .. "\r\n")
    end
    for _, host in ipairs { "localhost", "LOCALHOST:80", "[::1]:1",
                            "127.0.0.1:" .. one.port, "play.example.org",
                            "play.example.org:443" } do
      assert(status_of(try(host)) == 200, host)
    end
    for _, host in ipairs { "evil.org", "localhost.evil.org",
                            "127.0.0.1.evil.org", "example.org" } do
      local head, body = try(host)
      assert(status_of(head) == 403, host .. ": " .. head)
      assert(body:find(host, 1, true) and body:find("--name", 1, true), body)
    end
    assert(status_of(try(nil)) == 400)
  end },

  { "only our own pages may open a WebSocket", function()
    local one = daemon.start { arguments = { "--name", "play.example.org" } }
    local function opens(origin, host)
      local web = wire.web(one.port, {
        host = host, headers = { "Origin: " .. origin },
      })
      if not web.is_open then
        assert(status_of(web.head) == 403, web.head)
        web:wait_for_end()
        assert(web.input:find("may not connect", 1, true), web.input)
      end
      return web.is_open
    end
    assert(opens("http://127.0.0.1:" .. one.port))
    assert(opens("http://localhost:99", "localhost:99"))
    assert(opens("https://play.example.org", "127.0.0.1"))
    assert(not opens("http://evil.org"))
    assert(not opens("http://localhost:3000"))
    for _, name in ipairs { "localhost", "127.0.0.1", "[::1]" } do
      assert(not opens("http://" .. name), name)
      assert(not opens("https://" .. name, "localhost:" .. one.port), name)
    end
    assert(not opens("null"))
    assert(not opens("file://"))
    one:wait_for_log("refused_origin", "origin=http://evil.org")
  end },

  { "a WebSocket is opened at /ws only, and only by our protocol", function()
    local one = daemon.start()
    local web = wire.web(one.port, { path = "/" })
    assert(not web.is_open and status_of(web.head) == 404)
    web = wire.web(one.port, { headers = { "Sec-WebSocket-Protocol: other" } })
    assert(not web.is_open)
  end },

  { "TLS is spoken with the certificate, and nothing else then", function()
    local folder = daemon.new_folder()
    make_certificate(folder)
    local one = daemon.start { arguments = {
      "--certificate", folder .. "/certificate", "--key", folder .. "/key",
    } }
    assert(one.output:find("https://127.0.0.1:", 1, true), one.output)
    local web = wire.secure(one.port)
    assert(web.is_open, web.head)
    check_hello(web)
    web:send(('{"jsonrpc":"2.0","id":9,"method":"protocol.describe"}'))
    assert(web:next().id == 9)
    web:close()
    local plain = wire.tcp(one.port)
    plain:write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    plain:wait_for_end()
    assert(not plain.input:find("castled", 1, true), plain.input)
    check_hello(wire.socket(one.socket))
    assert(one:stop() == 0)
  end },
}
