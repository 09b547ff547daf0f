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
  { "https://c.example/games/g7#abc", { server = "https://c.example",
                                        game = "g7", invitation = "abc" } },
  { "http://127.0.0.1:7070/games/g7", { server = "http://127.0.0.1:7070",
                                        game = "g7" } },
  { "http://127.0.0.1:7070/games/g7/#abc", { server = "http://127.0.0.1:7070",
                                             game = "g7", invitation = "abc" } },
  { "HTTPS://c.example/castle/games/g7//", { server = "HTTPS://c.example/castle",
                                             game = "g7" } },
  { "https://c.example/games/g7?x=1#abc", { server = "https://c.example",
                                            game = "g7", invitation = "abc" } },
  { "https://c.example/games/g7/?x=/games/g8", { server = "https://c.example",
                                                 game = "g7" } },
  { "c.example:7/games/g7#abc", { server = "c.example:7", game = "g7",
                                  invitation = "abc" } },
  { "/games/g7#abc", { game = "g7", invitation = "abc" } },
  { "https://c.example/#g7.abc", { server = "https://c.example/", game = "g7",
                                   invitation = "abc" } },
  { "/srv/games/c.sock", { server = "/srv/games/c.sock" } },
  { "/srv/games/socket#g7", { server = "/srv/games/socket", game = "g7" } },
  { "g7.abc", { game = "g7", invitation = "abc" } },
  { "#g7", { game = "g7" } },
  { "g7", { game = "g7" } },
  { "", nil }, { "   ", nil }, { "two words", nil }, { "#", nil },
  { "https://c.example#.abc", nil }, { "a#b", nil },
}
for _, case in ipairs(LINKS) do
  check.equal("the link '" .. case[1] .. "'", link.read(case[1]), case[2])
end
-- Server, game, invitation, and the link as it is given away.
local WRITTEN = {
  { "http://h:1/", "g7", "abc", "http://h:1/games/g7#abc" },
  { "https://h", "g7", nil, "https://h/games/g7" },
  { "ws://h:1/ws", "g7", "abc", "http://h:1/games/g7#abc" },
  { "WSS://h", "g7", "abc", "https://h/games/g7#abc" },
  { "/run/c.sock", "g7", nil, "/run/c.sock#g7" },
  { "/run/c.sock", "g7", "abc", "/run/c.sock#g7.abc" },
}
for _, case in ipairs(WRITTEN) do
  local server, game, invitation, written = table.unpack(case, 1, 4)
  check.equal("the link " .. written, link.write(server, game, invitation),
              written)
  local read = link.read(written)
  check.equal("and read again", { read.game, read.invitation,
                                  link.is_same_server(read.server, server) },
              { game, invitation, true })
end

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
check.equal("a name controls no terminal",
            profile.clean("A\27[2J\xFF\x7F\u{9B}b\n"), "A[2Jb")
check.equal("a name is what was typed, also what is not shown here",
            profile.clean("\u{6F22}\u{5B57} \u{1F3F0}e\u{301}"),
            "\u{6F22}\u{5B57} \u{1F3F0}e\u{301}")
check.equal("a name has 40 characters", utf8.len(profile.clean(("é"):rep(60))),
            40)

local settings = options.read { "http://h:1#g7.x", "--name", "Ana" }
check.equal("a link on the command line",
            { settings.server, settings.link.game, settings.link.invitation,
              settings.name }, { "http://h:1", "g7", "x", "Ana" })
settings = options.read { "https://h:1/games/g7#x" }
check.equal("the link of a page on the command line",
            { settings.server, settings.link.game, settings.link.invitation },
            { "https://h:1", "g7", "x" })
settings = options.read { "https://h:1/games/g7?from=m#x" }
check.equal("and lengthened by a messenger",
            { settings.server, settings.link.game, settings.link.invitation },
            { "https://h:1", "g7", "x" })
settings = options.read { "vm:7/games/g7/" }
check.equal("and one to watch, without its scheme",
            { settings.server, settings.link.game, settings.link.invitation },
            { "http://vm:7", "g7", nil })
settings = options.read { "--server=/run/c.sock", "--rejoin", "g7" }
check.equal("a server and a seat", { settings.server, settings.rejoin,
                                     settings.link }, { "/run/c.sock", "g7" })
for given, server in pairs { ["127.0.0.1:7070"] = "http://127.0.0.1:7070",
                             ["vm"] = "http://vm", ["[::1]:7"] = "http://[::1]:7",
                             ["c.sock"] = "c.sock", ["https://c"] = "https://c",
                             ["vm:7#g7.x"] = "http://vm:7",
                             ["vm:7/games/g7#x"] = "http://vm:7",
                             ["https://vm/games/g7"] = "https://vm" } do
  check.equal("the server " .. given,
              options.read({ "--server", given }).server, server)
end
check.equal("a host and its port are a server by themselves",
            options.read({ "vm:7#g7" }).server, "http://vm:7")
settings = options.read { "--server=https://c", "--ca", "own.pem" }
check.equal("whom one trusts", settings.ca, "own.pem")
for line, said in pairs { ["--resume x"] = { false, false },
                          ["--resume x --saved-rules"] = { true, true },
                          ["-v german"] = { false, false },
                          ["-v ./mine.lua"] = { false, true },
                          ["-v german --variant=mine.lua"] = { false, true },
                          ["-g own/castle"] = { false, true } } do
  local list = {}
  for word in line:gmatch("%S+") do
    list[#list + 1] = word
  end
  settings = options.read(list)
  check.equal("whose rules are trusted: " .. line,
              { settings.saved_rules, settings.has_own_rules }, said)
end
for _, case in ipairs {
  { { "-p", "human,bogus" }, "--players human,bogus", "wrong_players" },
  { { "-p", "human,held" }, "--players human,held", "wrong_players" },
  { { "--language", "de" }, "de", "wrong_language" },
  { { "--server", "vm", "--name", " " }, " ", "wrong_name" },
  { { "--server", "vm", "--name", ("é"):rep(41) }, ("é"):rep(41), "long_name" },
  { { "--server", "vm", "--resume", "last" }, "--resume", "at_server" },
  { { "--server", "vm", "--save", "x" }, "--save", "at_server" },
  { { "--server", "vm", "-v", "luck", "-v", "./mine.lua" }, "./mine.lua",
    "path_at_server" },
  { { "--server", "vm", "-g", "own/castle" }, "own/castle", "path_at_server" },
  { { "--server", "vm", "--saved-rules" }, "--saved-rules", "at_server" },
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

-- A command line that people are told to type: as they call the program, with
-- quotes where a shell wants them, so that a shell reads it as it was meant.
local TOLD = {
  { "./castled", { "play", "--resume", "/a/b-1.record" },
    "./castled play --resume /a/b-1.record" },
  { "", { "play", "http://h:1/games/g7#x" }, "castled play 'http://h:1/games/g7#x'" },
  { "/my own/castled", { "play", "--resume", "it's.record" },
    [['/my own/castled' play --resume 'it'\''s.record']] },
  { "castled", { "verify", "" }, "castled verify ''" },
}
local folder = package.path:match("[^;]*/lua/%?%.lua")
for _, case in ipairs(TOLD) do
  local called, words, wanted = table.unpack(case)
  local script = os.tmpname()
  local file = assert(io.open(script, "w"))
  file:write(("package.path = %q print(require('castled.command_line').of(%s))")
             :format(folder, ("%q, "):rep(#words):format(table.unpack(words))
                                     :gsub(", $", "")))
  file:close()
  local line = check.output(("CASTLED_CALLED='%s' lua5.4 %s")
                            :format(called, script)):gsub("\n$", "")
  check.equal("what is to be typed: " .. wanted, line, wanted)
  check.equal("as a shell reads it",
              check.output("for word in " .. line .. "; do echo \"$word\"; done"),
              (called == "" and "castled" or called) .. "\n"
              .. table.concat(words, "\n") .. "\n")
  os.remove(script)
end
