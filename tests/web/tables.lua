-- A game with pages around it, for tests: `castled host` plays, and its
-- notifications go to sessions as the daemon tells them. Nothing here draws.

local client    = require "castled.client"
local document  = require "document"
local json      = require "castled.json"
local session   = require "web.session"
local shared_of = require "web.shared"
local table_of  = require "web.table"
local wait      = require "wait"

local tables = {}
tables.__index = tables

-- Starts a host with a game; `request` as for game.create, `names` of who plays.
function tables.start(program, request, names)
  local self = setmetatable({ pages = {}, news = {}, answers = {}, views = {},
                              told = {}, is_over = false }, tables)
  self.host = assert(client.start {
    command = program, arguments = { "host" },
    on_notification = function(method, params)
      self.news[#self.news + 1] = { method, params }
    end,
    on_end = function() self.has_ended = true end,
  })
  self.shared = shared_of.new {
    ask = function(...) self:answer(nil, ...) end,
    now = os.time, later = function(_, work) work() end,
  }
  self.description = self:ask("rulesets.describe", {
    game = request.game, variants = request.variants, options = request.options })
  local made = assert(self:ask("game.create", request))
  self.about = { game = made.game, name = request.game, state = "playing",
                 seats = {}, variants = request.variants }
  for index, seat in ipairs(made.seats) do
    self.about.seats[index] = {
      seat = index, name = seat.name, player = seat.player, here = true,
      who = (names or {})[index] or "Player " .. index }
  end
  return self
end

-- Asks the host and waits. Equal views are one table, as line.lua gives them.
function tables:ask(method, params)
  local failure, result, is_there
  self.host:call(method, params, function(...)
    failure, result = ...
    is_there = true
  end)
  wait.until_done(function() return is_there end, "answer to " .. method)
  if method == "game.view" and result then
    local text = json.encode(result)
    self.views[text] = self.views[text] or result
    result = self.views[text]
  end
  return result, failure
end

-- Answers a request of a page, or of the process when it is nil, with what the
-- host says. The answer comes later.
function tables:answer(page, method, params, done)
  local result, failure = self:ask(method, params)
  table.insert(self.answers, { page, function() done(failure, result) end })
end

-- A page takes an answer.
function tables:answered(_, take)
  take()
end

-- Adds a page: of a seat, or of somebody who watches. It is told everything that
-- was told so far. `hear(page, text)` takes what it is sent; tables.apply if nil.
function tables:add_page(seat, language, hear)
  local page = { document = document.new(), messages = {}, seat = seat }
  page.session = session.new(self.shared, function(text)
    (hear or tables.apply)(page, text)
  end, function(...) self:answer(page, ...) end)
  page.session:speak(language, nil)
  page.session.game, page.session.seat = self.about.game, seat
  page.session:enter(table_of.new(page.session, self.about, self.description))
  self.pages[#self.pages + 1] = page
  for _, told in ipairs(self.told) do
    self:tell_page(page, told)
  end
  page.told_until = #self.told
  self:run_answers()
  return page
end

-- What a browser makes of a message.
function tables.apply(page, text)
  local message = assert(json.decode(text))
  page.messages[#page.messages + 1] = message
  for _, operation in ipairs(message.show or {}) do
    assert(page.document:perform(operation),
           "nothing is called '" .. tostring(operation.id) .. "'")
  end
  if message.question then
    page.question = json.value(message.question)
  end
end

function tables:tell_page(page, told)
  local method, params = told[1], told[2]
  if method ~= "game.question" or params.seat == page.seat then
    page.session:guard(page.session.screen.take, page.session.screen, method,
                       params)
  end
end

function tables:run_answers()
  while #self.answers > 0 do
    self:answered(table.unpack(table.remove(self.answers, 1)))
  end
end

-- Tells all pages what the host has said since.
function tables:tell()
  wait.until_done(function() -- an answer comes before what follows from it
    local last = self.news[#self.news]
    return last and (last[1] == "game.question" or last[1] == "game.over")
  end, "question and no end")
  local news = self.news
  self.news = {}
  for _, told in ipairs(news) do
    if told[1] == "game.question" then
      local question = told[2]
      self.question = question
      table.insert(self.told, { "game.waiting", {
        game = question.game, seq = question.seq, seat = question.seat,
        player = question.player, step = question.step,
        clocks = { 60000, 50000 }, ["until"] = 1000 } })
    elseif told[1] == "game.over" then
      self.is_over = true
    end
    table.insert(self.told, told)
  end
  for _, page in ipairs(self.pages) do
    for index = (page.told_until or 0) + 1, #self.told do
      self:tell_page(page, self.told[index])
    end
    page.told_until = #self.told
  end
  self:run_answers()
end

-- Tells all pages a notification that the host does not have.
function tables:tell_all(told)
  table.insert(self.told, told)
  for _, page in ipairs(self.pages) do
    self:tell_page(page, told)
    page.told_until = #self.told
  end
  self:run_answers()
end

-- The page of a seat is loaded anew.
function tables:replace_page(seat, language)
  for index, page in ipairs(self.pages) do
    if page.seat == seat then
      page.session:gone()
      table.remove(self.pages, index)
      break
    end
  end
  return self:add_page(seat, language)
end

function tables:begin()
  self:ask("game.begin", { game = self.about.game })
  self:tell()
end

function tables:choose(index)
  local question = self.question
  assert(self:ask("game.choose", { game = question.game, seq = question.seq,
                                   index = index }))
  self:tell()
end

-- Ends the host.
function tables:close()
  self.host:close()
  wait.until_done(function() return self.has_ended end, "end of the host")
end

return tables
