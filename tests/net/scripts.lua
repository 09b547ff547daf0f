-- What becomes of scripts that are edited while a daemon runs: real files, real
-- signals, real inotify.

local cases  = require "cases"
local cjson  = require "cjson"
local daemon = require "daemon"
local uv     = require "luv"
local wait   = require "wait"
local wire   = require "wire"

local check_says = cases.check_says

local VARIANT = [[
local variant = require "castled.variant"

return variant {
  name    = "%s",
  numbers = { "CS-85" },
  title   = { en = "%s" },
  summary = { en = "A variant of a test." },
  needs   = { api = 1, game = "castle" },
  rules   = { %s = function() return 1 end },
}
]]

local RULE = "wall_tiles_on_one_feature"

local function variant(title, rule)
  return VARIANT:format("mine", title, rule or RULE)
end

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(text))
end

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

-- In the file, the first `old` becomes `new`.
local function edit(path, old, new)
  local text = read(path)
  local from, to = text:find(old, 1, true)
  assert(from, "no '" .. old .. "' in " .. path)
  write(path, text:sub(1, from - 1) .. new .. text:sub(to + 1))
end

-- The environment for a daemon of this checkout's program and other scripts.
local function environment(root)
  local list = { "CASTLED_ROOT=" .. root }
  for name, value in pairs(uv.os_environ()) do
    if name ~= "CASTLED_ROOT" then
      list[#list + 1] = name .. "=" .. value
    end
  end
  return list
end

-- A folder with scripts of its own, the variant `mine` among them.
local function new_root(title)
  local root = daemon.new_folder()
  assert(os.execute("cp -r scripts variants " .. root
    .. " && ln -s $PWD/lua " .. root))
  write(root .. "/variants/castle/mine.lua", variant(title))
  return root
end

-- The processes that it has started, each between blanks.
local function children(one)
  return " " .. read(("/proc/%d/task/%d/children"):format(one.pid, one.pid))
end

-- The process that looks at the scripts; nil when there is none.
local function find_look(one)
  for pid in children(one):gmatch "%d+" do
    if not one.children:find(" " .. pid .. " ", 1, true) then
      return tonumber(pid)
    end
  end
end

-- The state of a process, a letter; nil when there is none.
local function look_state(pid)
  local file <close> = io.open(("/proc/%d/stat"):format(pid))
  return file and file:read("a"):match("%) (%a)")
end

-- Has it look at the scripts, and stops that look on its way, where
-- `is_there(pid)`, if it is given; its pid.
local function hold_look(one, is_there)
  local pid
  wait.until_done(function()
    pid = find_look(one)
    if not pid then
      one:kill "sighup"
      return false
    end
    uv.kill(pid, "sigstop")
    wait.until_done(function()
      return (look_state(pid) or "Z"):find "[TZ]"
    end, "end of its work")
    if look_state(pid) == "T" and (not is_there or is_there(pid)) then
      return true
    end
    uv.kill(pid, "sigcont")
    return false
  end, "look that goes on")
  return pid
end

-- A daemon with such scripts, in `root`.
local function start(...)
  local root = new_root "First"
  local one = daemon.start { environment = environment(root),
                             arguments = { ... } }
  one.root, one.mine = root, root .. "/variants/castle/mine.lua"
  one.socket_to = wire.socket(one.socket)
  one.log_size = #one.log
  one.children = children(one)
  return one
end

-- How often it has looked at the scripts.
local function count_looks(one)
  local _, count = one.log:gsub("event=scripts_loaded", "")
  return count
end

-- The daemon has had time to see what was changed, and for the quiet after that
-- (RELOAD_QUIET_MS): however long we ourselves stood still, it answers.
local function let_look(one)
  for _ = 1, 20 do
    wait.pause(30)
    one.socket_to:must("hello")
  end
end

-- Waits until it looks no more, so that nothing of what was changed is seen only
-- later; how often it has looked.
local function settle(one)
  local looks
  repeat
    looks = count_looks(one)
    let_look(one)
    wait.until_done(function() return not find_look(one) end, "end of the look")
    one.socket_to:must("hello") -- and it knows that
    wait.pause(30)
  until count_looks(one) == looks
  return looks
end

-- Waits until it has looked once more, or as often as it takes until all of the
-- words were said; what was said since.
local function wait_for_look(one, ...)
  local words = { ... }
  wait.until_done(function()
    local said = one.log:sub(one.log_size + 1)
    local has_all = said:find("event=scripts_loaded.*\n")
    for _, word in ipairs(words) do
      has_all = has_all and said:find(word, 1, true)
    end
    return has_all
  end, "look at the scripts with " .. table.concat(words, ", "))
  local said = one.log:sub(one.log_size + 1)
  one.log_size = #one.log
  return said
end

local function look(one)
  one:kill "sighup"
  return wait_for_look(one)
end

local function describe(one)
  return one.socket_to:must("rulesets.describe", { game = "castle" })
end

-- The title that `mine` has for those who choose; nil when there is none.
local function title(one)
  for _, group in ipairs { describe(one).variants } do
    for _, found in ipairs(group) do
      if found.name == "mine" then
        return found.title and found.title.en, found
      end
    end
  end
end

-- A new game by these variants: its id, or nil and why not.
local function create(one, ...)
  local result, problem = one.socket_to:call("game.create", {
    game = "castle", seed = "s", variants = ... and { ... },
  })
  return result and result.game, problem
end

-- The same, and its players are there, so that it has a record; the hash of its
-- rules, and its id.
local function play(one, ...)
  local game, problem = create(one, ...)
  assert(game, problem and problem.message)
  for seat = 1, 2 do
    one.socket_to:must("game.join", { game = game, seat = seat, name = "Ada" })
  end
  local record = one.socket_to:must("game.record", { game = game }).record
  return record:match('"rules":"(%x+)"'), game
end

return {
  { "without a sign new games are made from the files of the start", function()
    local one = start()
    local before = play(one, "mine")
    write(one.mine, variant "Second")
    os.remove(one.root .. "/variants/castle/german.lua")
    wait.pause(1300) -- longer than it would take to look by itself
    assert(title(one) == "First")
    assert(play(one, "mine") == before)
    assert(create(one, "german"))
    check_says(look(one), "faults=0", "changes=2",
      'files="variants/castle/mine.lua variants/castle/german.lua"')
    assert(title(one) == "Second")
    assert(play(one, "mine") ~= before)
    local _, problem = create(one, "german")
    check_says(problem.message, "there is no variant 'german'")
    check_says(look(one), "changes=0 faults=0")
    assert(one:stop() == 0)
  end },

  { "a variant that fails is refused with file, line and reason", function()
    local one = start()
    local before = play(one, "mine")
    write(one.mine, "return {\n  name = 7 +\n}\n")
    check_says(look(one), "level=error", "event=bad_script", "game=castle",
      "variant=mine", "variants/castle/mine.lua:3:", "faults=1", "changes=0")
    assert(title(one) == "First")
    assert(play(one, "mine") == before)
    -- What cannot be run, or by no rule book, is no better.
    write(one.mine, variant("Second", "no_such_rule"))
    check_says(look(one), "variant=mine", "no_such_rule", "faults=1")
    write(one.mine, "while true do end\n")
    check_says(look(one), "variant=mine", "variants/castle/mine.lua",
      "faults=1")
    write(one.mine, ("x"):rep(2 << 20))
    check_says(look(one), "variants/castle/mine.lua", "is larger than",
      "faults=1")
    assert(play(one, "mine") == before)
    -- Each is told of again, until it is well.
    check_says(look(one), "faults=1", "changes=0")
    write(one.mine, variant "Third")
    check_says(look(one), "faults=0", "changes=1")
    assert(title(one) == "Third")
    assert(one:stop() == 0)
  end },

  { "one that was never good is there with its reason", function()
    local one = start()
    local path = one.root .. "/variants/castle/new.lua"
    write(path, "return {\n")
    check_says(look(one), "variant=new", "variants/castle/new.lua:", "faults=1",
      "changes=1")
    local _, problem = create(one, "new")
    check_says(problem.message, "variants/castle/new.lua:")
    assert(create(one, "mine"))
    write(path, (variant "New":gsub('"mine"', '"new"')))
    check_says(look(one), "faults=0", "changes=1")
    assert(create(one, "new"))
    assert(one:stop() == 0)
  end },

  { "of a game that fails all scripts stay; what else is good is taken",
  function()
    local one = start()
    local before = play(one)
    local with = play(one, "mine")
    edit(one.root .. "/scripts/castle/rules.lua", "local", "locale")
    edit(one.root .. "/scripts/castle/game.lua", "Two players build",
      "Two builders build")
    write(one.mine, variant "Second")
    check_says(look(one), "event=bad_script", "game=castle",
      "scripts/castle/rules.lua:", "faults=1", "changes=1",
      "files=variants/castle/mine.lua")
    assert(play(one) == before)
    assert(title(one) == "Second")
    assert(play(one, "mine") ~= with)
    edit(one.root .. "/scripts/castle/rules.lua", "locale", "local")
    check_says(look(one), "faults=0", "files=scripts/castle/game.lua")
    assert(play(one) ~= before)
    check_says(one.socket_to:must("rulesets.list").games[1].summary.en,
      "Two builders")
    assert(one:stop() == 0)
  end },

  { "a game that leaves a variant behind stays, until both fit", function()
    local one = start()
    local before, with = play(one), play(one, "mine")
    local folder = one.root .. "/scripts/castle"
    assert(os.execute(("sed -i s/%s/tiles_on_one/g %s/*.lua"):format(RULE,
      folder)))
    check_says(look(one), "variant=mine", RULE, "changes=0")
    assert(play(one) == before and play(one, "mine") == with)
    for _, name in ipairs { "mine", "no-stacking" } do
      edit(("%s/variants/castle/%s.lua"):format(one.root, name), RULE,
        "tiles_on_one")
    end
    check_says(look(one), "faults=0")
    assert(play(one) ~= before and play(one, "mine") ~= with)
    assert(one:stop() == 0)
  end },

  { "of kit that fails all stays", function()
    local one = start()
    local before = play(one, "mine")
    edit(one.root .. "/scripts/kit/compose.lua", "local", "locale")
    write(one.mine, variant "Second")
    check_says(look(one), "scripts/kit/compose.lua:", "faults=1",
      "files=variants/castle/mine.lua")
    assert(title(one) == "Second")
    assert(play(one, "mine") ~= before)
    edit(one.root .. "/scripts/kit/compose.lua", "locale", "-- Edited.\nlocal")
    check_says(look(one), "faults=0", "files=scripts/kit/compose.lua")
    assert(one:stop() == 0)
  end },

  { "a game whose files are gone stays until a restart", function()
    local one = start()
    local before, with = play(one), play(one, "mine")
    for _, case in ipairs {
      { "mv scripts kept", "mv kept scripts", "scripts" },
      { "mv scripts kept && mkdir scripts", "rmdir scripts && mv kept scripts",
        "scripts/castle" },
      { "mv scripts kept && ln -s /nowhere scripts",
        "rm scripts && mv kept scripts", "scripts" },
      { "mv scripts/castle kept", "mv kept scripts/castle", "scripts/castle" },
      { "mv scripts/castle/game.lua kept", "mv kept scripts/castle/game.lua",
        "scripts/castle/game.lua" },
      { "mv variants kept", "mv kept variants", "variants" },
    } do
      assert(os.execute("cd " .. one.root .. " && " .. case[1]))
      check_says(look(one), "level=error event=bad_script file=" .. case[3]
        .. ' reason="it is gone', "changes=0")
      assert(play(one) == before and play(one, "mine") == with, case[1])
      assert(os.execute("cd " .. one.root .. " && " .. case[2]))
      check_says(look(one), "changes=0 faults=0")
    end
    os.remove(one.root .. "/scripts/castle/game.lua")
    assert(one:stop() == 0)
    local two = daemon.start { folder = one.folder,
                               environment = environment(one.root) }
    two.socket_to = wire.socket(two.socket)
    local _, problem = create(two)
    assert(problem.message == "there is no game 'castle'; there is none",
      problem.message)
    assert(two:stop() == 0)
  end },

  { "copies that somebody removes are missed, and a sign makes them again",
  function()
    local one = start()
    local before, game = play(one, "mine")
    check_says(look(one), "changes=0 faults=0") -- the first one, or instead of it
    write(one.root .. "/variants/castle/new.lua", "return {\n")
    assert(os.execute("rm -r " .. one.folder .. "/castled.rules"))
    one:wait_for_log("level=error", "event=scripts_gone", "SIGHUP")
    local _, problem = create(one, "german")
    assert(problem.code == 5, problem.message)
    check_says(problem.message, "the folder scripts/ is not there")
    assert(one.socket_to:must("game.record", { game = game }))
    one.log_size = #one.log
    check_says(look(one), "event=scripts_copied", "castled.rules",
      "variant=new", "variants/castle/new.lua:", "faults=1")
    assert(play(one, "mine") == before)
    write(one.mine, variant "Second")
    check_says(look(one), "changes=1", "files=variants/castle/mine.lua")
    assert(title(one) == "Second")
    local _, times = one.log:gsub("event=scripts_gone", "")
    assert(times == 1, one.log)
    assert(one:stop() == 0)
  end },

  { "games that go on keep their rules, also over a restart", function()
    local one = start()
    local rules, game = play(one, "mine")
    write(one.mine, variant "Second")
    look(one)
    assert(play(one, "mine") ~= rules)
    os.remove(one.mine)
    look(one)
    assert(not create(one, "mine"))
    assert(one:stop() == 0)
    local two = daemon.start { folder = one.folder,
                               environment = environment(one.root) }
    local record = wire.socket(two.socket):must("game.record", { game = game })
    assert(record.record:match('"rules":"(%x+)"') == rules)
    assert(wire.socket(two.socket):must("game.about",
      { game = game }).state == "playing")
    assert(two:stop() == 0)
  end },

  { "and are shown by them", function()
    local one = start("--watch", "--pages", "on")
    local _, game = play(one, "mine")
    local function question(of)
      return of.socket_to:call("game.question", { game = game, seat = 1 })
             or of.socket_to:must("game.question", { game = game, seat = 2 })
    end
    local asked = question(one)
    one.socket_to:must("game.choose", { game = game, seq = asked.seq, index = 0,
                                        seat = asked.seat })
    one:wait_for_log "event=pages_attached"
    local path = "/games/" .. game .. "/board.svg"
    local _, board = wire.get(one, path)
    assert(board:find('id="tile-', 1, true), board)
    -- Tiles and the rule are called otherwise, and what happens is said otherwise.
    write(one.mine, variant "Second")
    assert(os.execute(("cd %s/scripts/castle && sed -i 's/} places /} drops /' "
      .. "texts_en.lua && sed -Ei 's/\\bc([0-9]{2})\\b/k\\1/g' tiles.lua")
      :format(one.root)))
    wait.until_done(wait.looking(function()
      return title(one) == "Second" and describe(one).tiles[1].name == "k01"
             and cjson.encode(describe(one).texts):find("} drops ", 1, true)
    end), "new files")
    local function check_shown(of)
      of:wait_for_log "event=pages_attached"
      local web = wire.web(of.port)
      web:send('{"page":"open","path":"/games/' .. game .. '","language":"en",'
               .. '"languages":["en"],"mine":[]}')
      web:wait_until(function()
        local shown = table.concat(web.lines)
        return shown:find("First", 1, true)
               and shown:find(" places a tile", 1, true)
      end, "table with the words of its beginning")
      local shown = table.concat(web.lines)
      assert(not shown:find("Second", 1, true)
             and not shown:find(" drops ", 1, true))
      local _, body = wire.get(of, path)
      assert(body == board, body)
    end
    check_shown(one)
    assert(one:stop() == 0)
    local two = daemon.start { folder = one.folder, arguments = { "--pages", "on" },
                               environment = environment(one.root) }
    two.socket_to = wire.socket(two.socket)
    check_shown(two)
    assert(two:stop() == 0)
  end },

  { "a player is told what failed without the file, which the log has",
  function()
    local one = start()
    -- Where all is as usual it does not fail: else it could not be chosen.
    write(one.mine, (variant("Failing", "may_place_follower")
      :gsub("function.- end", [[function(game)
        return assert(game.options.first_player ~= "white", "no more") end]])))
    check_says(look(one), "changes=1 faults=0")
    local game = one.socket_to:must("game.create", {
      game = "castle", seed = "s", variants = { "mine" },
      options = { first_player = "white" } }).game
    for seat = 1, 2 do
      one.socket_to:must("game.join", { game = game, seat = seat, name = "Ada" })
    end
    local asked = one.socket_to:call("game.question", { game = game, seat = 1 })
                  or one.socket_to:must("game.question", { game = game, seat = 2 })
    local _, problem = one.socket_to:call("game.choose", {
      game = game, seq = asked.seq, index = 0, seat = asked.seat })
    assert(problem.code == 4 and not problem.data, cjson.encode(problem))
    check_says(problem.message, "step '", "no more")
    assert(not problem.message:find(".lua", 1, true), problem.message)
    one:wait_for_log("event=rules_failed", "game=" .. game,
                     "variants/castle/mine.lua:")
    assert(one:stop() == 0)
  end },

  { "after a restart the files count as they are", function()
    local one = start()
    write(one.mine, variant "Second")
    assert(title(one) == "First")
    assert(one:stop() == 0)
    local two = daemon.start { folder = one.folder,
                               environment = environment(one.root) }
    two.socket_to = wire.socket(two.socket)
    assert(title(two) == "Second")
    assert(two:stop() == 0)
  end },

  { "--watch sees what is written, moved there, new and gone", function()
    local one = start "--watch"
    write(one.mine, variant "Second")
    wait_for_look(one, "changes=1 faults=0")
    assert(title(one) == "Second")
    -- As editors do it.
    write(one.mine .. "~", variant "Third")
    assert(os.rename(one.mine .. "~", one.mine))
    wait_for_look(one, "changes=1 faults=0")
    assert(title(one) == "Third")
    write(one.mine, "return {\n  name = 7 +\n}\n")
    wait_for_look(one, "variants/castle/mine.lua:3:",
      "changes=0 faults=1")
    assert(title(one) == "Third")
    local new = one.root .. "/variants/castle/new.lua"
    write(new, (variant "New":gsub('"mine"', '"new"')))
    wait_for_look(one, "files=variants/castle/new.lua")
    wait.until_done(wait.looking(function() return create(one, "new") end),
      "new one")
    os.remove(new)
    wait_for_look(one, "files=variants/castle/new.lua")
    assert(not create(one, "new"))
    edit(one.root .. "/scripts/kit/compose.lua", "local", "-- Edited.\nlocal")
    wait_for_look(one, "files=scripts/kit/compose.lua")
    assert(one:stop() == 0)
  end },

  { "--watch sees folders that come, and what comes into them", function()
    local one = start "--watch"
    assert(os.execute(("cp -r %s/scripts/castle %s/scripts/burg"):format(
      one.root, one.root)))
    local folder = one.root .. "/scripts/burg"
    wait_for_look(one)
    assert(os.execute("sed -i 's/castle\\./burg./; s/\"castle\"/\"burg\"/' "
      .. folder .. "/*.lua"))
    wait_for_look(one, "faults=0", "scripts/burg/game.lua")
    assert(one.socket_to:call("game.create", { game = "burg", seed = "s" }))
    assert(#one.socket_to:must("rulesets.list").games == 2)
    edit(folder .. "/game.lua", "Two players", "Three players")
    wait_for_look(one, "files=scripts/burg/game.lua")
    -- All of them at once, as a new version is put there.
    assert(os.execute(("cp -r %s/variants %s/new && mv %s/variants %s/old && "
      .. "mv %s/new %s/variants"):format(one.root, one.root, one.root,
      one.root, one.root, one.root)))
    wait_for_look(one)
    write(one.mine, variant "Second")
    wait.until_done(wait.looking(function() return title(one) == "Second" end),
      "title")
    assert(os.execute("rm -r " .. folder))
    wait_for_look(one, "event=bad_script", "file=scripts/burg ")
    assert(#one.socket_to:must("rulesets.list").games == 2)
    assert(one:stop() == 0)
  end },

  { "--watch waits until all is quiet, and for scripts only", function()
    local one = start "--watch"
    local rests = 0 -- long enough for a look
    for i = 1, 20 do
      local began = uv.hrtime()
      write(one.mine, variant("Title " .. i):sub(1, -1 - (20 - i) * 5))
      wait.pause(20)
      rests = rests + (uv.hrtime() - began > 1e8 and 1 or 0)
    end
    wait.until_done(wait.looking(function() return title(one) == "Title 20" end),
      "last one")
    local looks = settle(one)
    assert(looks < 10 + rests, one.log) -- one, on a machine that has time
    local folder = one.root .. "/variants/castle/"
    for _, name in ipairs { ".mine.lua.swp", "mine.lua~", "#mine.lua#",
                            ".#mine.lua", "mine.scenario", "README.md" } do
      write(folder .. name, "no script")
    end
    assert(settle(one) == looks, one.log)
    -- Its own log, say, in the root: else each look would make another.
    write(one.root .. "/log", "")
    wait.until_done(function() return count_looks(one) > looks end, "new file")
    looks = settle(one)
    write(one.root .. "/log", "more")
    assert(settle(one) == looks, one.log)
    assert(one:stop() == 0)
  end },

  { "signs that come while it looks are not lost", function()
    local one = start "--watch"
    for i = 1, 20 do
      write(one.mine, variant("Title " .. i))
      one:kill "sighup"
      wait.pause(i)
    end
    wait.until_done(wait.looking(function() return title(one) == "Title 20" end),
      "last one")
    assert(one.socket_to:must("hello"))
    assert(one:stop() == 0)
  end },

  { "it plays on while it looks, and ends without the look's end", function()
    local one = start()
    write(one.mine, "while true do end\n")
    local look_pid = hold_look(one)
    assert(create(one, "rgg"))
    assert(one:stop() == 0)
    assert(not look_state(look_pid))
  end },

  { "an odd file keeps it neither from starting nor from looking", function()
    local root = new_root "First"
    local folder = root .. "/variants/castle/"
    local long = ("x"):rep(66) .. ".lua"
    local function check_odd(said)
      check_says(said, "file=variants/castle ", long .. "': the name is too",
        "file=variants/castle/zz.lua ", "zz.lua' is no regular file",
        "file=scripts/loop ", "cannot open folder")
      assert(not said:find "game=%S*/", said)
    end
    write(folder .. long, variant "Long")
    assert(os.execute("mkfifo " .. folder .. "zz.lua && ln -s loop " .. root
      .. "/scripts/loop"))
    for _, arguments in ipairs { {}, { "--watch" } } do
      local one = daemon.start { environment = environment(root),
                                 arguments = arguments }
      one.socket_to, one.log_size = wire.socket(one.socket), 0
      check_odd(one.log)
      write(folder .. "mine.lua", variant "Second")
      one:kill "sighup"
      check_odd(wait_for_look(one, "files=variants/castle/mine.lua"))
      assert(title(one) == "Second")
      assert(create(one, "mine"))
      assert(one:stop() == 0)
      write(folder .. "mine.lua", variant "First")
    end
  end },

  { "a look has nothing of the daemon's open, and its end is noticed",
  function()
    local one = start()
    local folder = one.root .. "/variants/castle/"
    for i = 1, 5 do -- takes so long that it can be seen
      write(("%sslow%d.lua"):format(folder, i), "while true do end\n")
    end
    -- But for the files that it looks at.
    local look_pid = hold_look(one, function(pid)
      local pipe <close> = assert(io.popen("ls -l /proc/" .. pid .. "/fd"))
      local open = pipe:read "a"
      local has_log, has_more = false, false
      for number, what in open:gmatch "(%d+) %-> (%C+)" do
        has_log = has_log or number == "2"
        has_more = has_more or tonumber(number) > 2
          and not what:find("castled.rules", 1, true)
          and not what:find(one.root, 1, true)
      end
      return has_log and not has_more
    end)
    -- As its own clock would end it.
    one:kill "sighup"
    assert(uv.kill(look_pid, "sigalrm"))
    assert(uv.kill(look_pid, "sigcont"))
    one:wait_for_log("event=cannot_load_scripts", "took too long")
    wait_for_look(one)
    assert(os.execute("rm " .. folder .. "slow*"))
    write(one.mine, variant "Second")
    check_says(look(one), "faults=0")
    assert(title(one) == "Second")
    assert(one:stop() == 0)
  end },

  { "when the disk says no the old ones stay", function()
    local one = start()
    local before = play(one, "mine")
    write(one.mine, variant "Second")
    one:limit_files "1"
    one:kill "sighup"
    one:wait_for_log("level=error", "event=cannot_load_scripts", "cannot write")
    assert(title(one) == "First")
    one:limit_files "unlimited"
    check_says(look(one), "faults=0", "changes=1")
    assert(title(one) == "Second")
    assert(play(one, "mine") ~= before)
    assert(one:stop() == 0)
  end },

  { "the daemon's own processes go by the scripts that new games have",
  function()
    local one = start()
    local rules, game = play(one, "mine")
    local position = one.socket_to:call("game.position",
      { game = game, seat = 1 })
      or one.socket_to:must("game.position", { game = game, seat = 2 })
    write(one.mine, "return {\n")
    check_says(look(one), "faults=1")
    assert(position.rules == rules)
    -- A bot asks its host for a hint, by the root that it has been told.
    local function hint(root)
      local answer = ""
      local input, output = uv.new_pipe(), uv.new_pipe()
      local host = assert(uv.spawn(daemon.program, {
        args = { "host" }, stdio = { input, output },
        env = environment(root),
      }, function() end))
      uv.read_start(output, function(_, bytes)
        answer = answer .. (bytes or "")
      end)
      input:write(cjson.encode {
        jsonrpc = "2.0", id = 1, method = "position.hint", params = {
          game = position.name, variants = position.variants,
          options = position.options, rules = position.rules,
          position = position.position,
        },
      } .. "\n")
      wait.until_done(function() return answer:find('"id":1', 1, true) end,
        "hint")
      host:kill "sigterm"
      host:close()
      return cjson.decode(answer:match("[^\n]*\"id\":1[^\n]*"))
    end
    assert(hint(one.folder .. "/castled.rules/now").result)
    assert(hint(one.root).error)
    assert(one:stop() == 0)
  end },

  { "the page's form for a new game shows it", function()
    local root = new_root "First title"
    local mine = root .. "/variants/castle/mine.lua"
    local one = daemon.start { environment = environment(root), pages = "on",
                               arguments = { "--watch" } }
    one:wait_for_log "event=pages_attached"
    local function shows(words)
      local web = wire.web(one.port)
      web:send('{"page":"open","path":"/new","language":"en",'
        .. '"languages":["en"],"mine":[]}')
      web:wait_until(function()
        return table.concat(web.lines):find("no-stacking", 1, true)
      end, "form")
      local text = table.concat(web.lines)
      web:close()
      return text:find(words, 1, true)
    end
    assert(shows "First title")
    write(mine, "return {\n")
    one:wait_for_log("event=scripts_loaded", "faults=1")
    write(mine, variant "Second title")
    one:wait_for_log("event=scripts_loaded", "changes=1")
    wait.until_done(wait.looking(function() return shows "Second title" end),
      "new title")
    assert(not shows "First title")
    assert(one:stop() == 0)
  end },

  { "a file has `watch = on`, and an option can say off", function()
    local path = daemon.new_folder() .. "/config"
    write(path, "watch = on\n")
    local function printed(...)
      local _, text = daemon.run { "serve", "--config", path,
                                   "--print-config", ... }
      return text:match("\nwatch = (%l+)\n")
    end
    assert(printed() == "on")
    assert(printed "--watch=off" == "off")
    write(path, "")
    assert(printed() == "off")
    assert(printed("--watch", "--pages", "off") == "on")
  end },
}
