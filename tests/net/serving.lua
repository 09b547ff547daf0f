-- What is served, and how: both ways to connect, HTTP, TLS.

local daemon = require "daemon"
local wait   = require "wait"
local wire   = require "wire"

local function check_hello(connection)
  local hello = connection:must("hello", { client = "test" })
  assert(hello.server == "castled" and hello.kind == "daemon")
end

local get, status_of = wire.get, wire.status_of

-- Makes key and certificate of a kind of key: "ec" or "rsa"; how openssl is told
-- of it.
local KEYS = {
  ec = "ec -pkeyopt ec_paramgen_curve:prime256v1",
  rsa = "rsa:2048",
}

local function make_certificate(folder, name, kind)
  assert(os.execute("openssl req -x509 -newkey " .. KEYS[kind or "ec"]
    .. " -nodes -days 2 -subj /CN=" .. (name or "localhost") .. " -keyout '"
    .. folder .. "/key' -out '" .. folder .. "/certificate' 2>/dev/null"))
end

-- Who the daemon says that it is to who comes now.
local function certified_name(one)
  local pipe <close> = assert(io.popen("timeout 120 openssl s_client -connect 127.0.0.1:"
    .. one.port .. " </dev/null 2>/dev/null | openssl x509 -noout -subject"))
  return pipe:read("a"):match("CN ?= ?([%w-]+)")
end

local function write_file(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

local function copy(from, to)
  local file <close> = assert(io.open(from))
  write_file(to, file:read("a"))
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
    for _, hosts in ipairs {
      { "127.0.0.1:" .. one.port .. ".evil.org", 403 },
      { "localhost:80x", 403 },
      { "localhost\r\nHost: localhost", 400 },
      { "localhost\r\nHost: evil.org", 400 },
      { "evil.org\r\nHost: localhost", 400 },
    } do
      local head = try(hosts[1])
      assert(status_of(head) == hosts[2], hosts[1] .. ": " .. head)
    end
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

  { "a certificate that is over is told of, and takes no other's place",
  function()
    local folder = daemon.new_folder()
    local key, certificate = folder .. "/key", folder .. "/certificate"
    local arguments = { "--certificate", certificate, "--key", key }
    local function let_expire()
      assert(os.execute(("openssl x509 -in '%s' -signkey '%s' -days -1 -out "
        .. "'%s.over' 2>/dev/null && mv '%s.over' '%s'"):format(certificate, key,
        certificate, certificate, certificate)))
    end
    make_certificate(folder, "first")
    local one = daemon.start { arguments = arguments }
    make_certificate(folder, "second")
    let_expire()
    one:kill("sighup")
    one:wait_for_log("level=error", "event=certificate_over",
      "file=" .. certificate, "good_until=20")
    assert(certified_name(one) == "first")
    assert(one:stop() == 0)
    one = daemon.start { arguments = arguments }
    one:wait_for_log("level=warn", "event=certificate_over")
    assert(certified_name(one) == "second")
    assert(one:stop() == 0)
  end },

  { "a renewed certificate is taken on SIGHUP, and a bad one never", function()
    local folder = daemon.new_folder()
    local key, certificate = folder .. "/key", folder .. "/certificate"
    make_certificate(folder, "first")
    local one = daemon.start { arguments = {
      "--certificate", certificate, "--key", key,
    } }
    local web = wire.secure(one.port)
    check_hello(web)
    assert(certified_name(one) == "first")
    local function renew(count)
      one:kill("sighup")
      wait.until_done(function()
        local _, said = one.log:gsub("event=certificate_loaded", "")
        local _, bad = one.log:gsub("event=bad_certificate", "")
        return said + bad == count
      end, "line in the log")
    end
    -- Another kind of key, too.
    make_certificate(folder, "second", "rsa")
    assert(certified_name(one) == "first")
    renew(1)
    one:wait_for_log("level=info", "event=certificate_loaded",
      "file=" .. certificate, "good_until=20")
    assert(certified_name(one) == "second")
    -- A key that does not fit; no certificate; nothing; then nothing there.
    copy(key, folder .. "/good_key")
    copy(certificate, folder .. "/good_certificate")
    make_certificate(folder, "third")
    copy(folder .. "/good_key", key)
    renew(2)
    one:wait_for_log("event=bad_certificate",
      key .. ' is not the key of the certificate"')
    copy(folder .. "/good_certificate", certificate)
    write_file(key, "no key\n")
    renew(3)
    copy(folder .. "/good_key", key)
    write_file(certificate, "")
    renew(4)
    os.remove(certificate)
    renew(5)
    one:wait_for_log("level=error", "event=bad_certificate",
      "cannot read " .. certificate)
    one:wait_for_log("event=bad_certificate", key .. " is no key in PEM without "
      .. "a password, or not that of the certificate")
    one:wait_for_log("event=bad_certificate", certificate
      .. " is no chain of certificates")
    assert(certified_name(one) == "second")
    check_hello(wire.secure(one.port))
    make_certificate(folder, "fourth")
    renew(6)
    assert(certified_name(one) == "fourth")
    -- Who was there before has noticed nothing.
    check_hello(web)
    web:close()
    assert(one:stop() == 0)
  end },
}
