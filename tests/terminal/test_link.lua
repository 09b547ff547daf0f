-- Links to games, and what is kept of a player.

local check   = require "check"
local link    = require "castled.link"
local options = require "terminal.options"
local profile = require "terminal.profile"

local LINKS = {
  { "https://c.example#g7.abc", { server = "https://c.example", game = "g7",
                                  invitation = "abc" } },
  { "http://127.0.0.1:7070/#g7", { server = "http://127.0.0.1:7070/",
                                   game = "g7" } },
  { " <ws://c.example/ws#g7.x> ", { server = "ws://c.example/ws", game = "g7",
                                    invitation = "x" } },
  { "/run/castled.sock#g7", { server = "/run/castled.sock", game = "g7" } },
  { "https://c.example", { server = "https://c.example" } },
  { "g7.abc", { game = "g7", invitation = "abc" } },
  { "#g7", { game = "g7" } },
  { "g7", { game = "g7" } },
  { "", nil }, { "   ", nil }, { "two words", nil }, { "#", nil },
  { "https://c.example#.abc", nil }, { "a#b", nil },
}
for _, case in ipairs(LINKS) do
  check.equal("the link '" .. case[1] .. "'", link.read(case[1]), case[2])
end
check.equal("a link is written", link.write("http://h:1/", "g7", "abc"),
            "http://h:1#g7.abc")
check.equal("without an invitation", link.write("/run/c.sock", "g7"),
            "/run/c.sock#g7")
local read = link.read(link.write("https://h", "g7", "x"))
check.equal("and read again", { read.server, read.game, read.invitation },
            { "https://h", "g7", "x" })

local SAME = {
  { "http://h", "ws://h:80/ws", true }, { "https://h/", "wss://h:443/ws", true },
  { "http://H:7070", "ws://h:7070/ws", true },
  { "http://h:7070", "http://h:7071", false },
  { "http://h", "https://h", false }, { "/a.sock", "/a.sock", true },
  { "/a.sock", "/b.sock", false },
}
for _, case in ipairs(SAME) do
  check.equal(case[1] .. " and " .. case[2],
              link.is_same_server(case[1], case[2]), case[3])
end

check.equal("a name has no blanks around it", profile.clean("  Ana  "), "Ana")
check.equal("no name is none", profile.clean("   "), nil)
check.equal("nor nothing", profile.clean(nil), nil)
check.equal("a name controls no terminal", profile.clean("A\27[2Jb"), "A?[2Jb")
check.equal("a name has 40 characters", utf8.len(profile.clean(("é"):rep(60))),
            40)

local settings = options.read { "http://h:1#g7.x", "--name", "Ana" }
check.equal("a link on the command line",
            { settings.server, settings.link.game, settings.link.invitation,
              settings.name }, { "http://h:1", "g7", "x", "Ana" })
settings = options.read { "--server=/run/c.sock", "--rejoin", "g7" }
check.equal("a server and a seat", { settings.server, settings.rejoin,
                                     settings.link }, { "/run/c.sock", "g7" })
for given, server in pairs { ["127.0.0.1:7070"] = "http://127.0.0.1:7070",
                             ["vm"] = "http://vm", ["[::1]:7"] = "http://[::1]:7",
                             ["c.sock"] = "c.sock", ["https://c"] = "https://c",
                             ["vm:7#g7.x"] = "http://vm:7" } do
  check.equal("the server " .. given,
              options.read({ "--server", given }).server, server)
end
check.equal("a host and its port are a server by themselves",
            options.read({ "vm:7#g7" }).server, "http://vm:7")
settings = options.read { "--server=https://c", "--ca", "own.pem" }
check.equal("whom one trusts", settings.ca, "own.pem")
for _, case in ipairs {
  { { "-p", "human,bogus" }, "--players human,bogus", "wrong_players" },
  { { "-p", "human,held" }, "--players human,held", "wrong_players" },
  { { "--language", "de" }, "de", "wrong_language" },
  { { "--server", "vm", "--name", " " }, " ", "wrong_name" },
  { { "--server", "vm", "--resume", "last" }, "--resume", "at_server" },
  { { "--server", "vm", "--save", "x" }, "--save", "at_server" },
  { { "--rejoin", "g7" }, "--rejoin", "not_at_server" },
  { { "--ca", "x" }, "--ca", "not_at_server" },
  { { "--bogus" }, "--bogus", nil },
} do
  local name = table.concat(case[1], " ")
  local found, argument, key = options.read(case[1])
  check.equal("refused: " .. name, { found, argument, key },
              { nil, case[2], case[3] })
end
check.equal("who has a link may play at a server",
            options.read({ "--server", "vm", "-p", "human,held" }).players,
            { "human", "held" })
check.equal("no server", options.read({}).server, nil)
check.equal("a word is none", select(2, options.read { "word" }), "word")
check.equal("nor is a server of blanks",
            select(2, options.read { "--server", "a b" }), "a b")
