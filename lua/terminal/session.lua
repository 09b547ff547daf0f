-- What the program asks of the host, from a game that is set up or resumed to
-- its end: which screen comes next, choices and their answers. These are
-- methods of the program (app.lua), in a file of their own.

local commands    = require "terminal.commands"
local game_screen = require "terminal.game_screen"
local json        = require "castled.json"
local lock        = require "terminal.lock"
local match_of    = require "terminal.match"
local new_game    = require "castled.new_game"
local news        = require "terminal.news"
local pages       = require "terminal.pages"
local rows        = require "terminal.setup_rows"
local saving      = require "terminal.saving"
local setup       = require "terminal.setup"
local words       = require "terminal.words"

local session = {}

-- Leaves when there is an error; for what nothing can be done without.
function session:need(done)
  return function(failure, result)
    if failure then
      self:leave(2, failure.message)
    else
      done(result)
    end
  end
end

-- Takes away what was asked over a screen that is left: an answer would be meant
-- for another one. What a player must know stays, and a line that is being said in
-- the same game.
function session:clear_overlays()
  local kept = {}
  for _, page in ipairs(self.overlays) do
    if page.must_be_read or page.match and page.match == self.match then
      kept[#kept + 1] = page
    end
  end
  self.overlays = kept
end

function session:show_screen(screen)
  self:clear_overlays()
  self.screen = screen
end

-- Changes the language.
function session:speak(language)
  self.words = words.new(language)
  self.settings.language = language
end

-- After hello: a game to resume, or a new one to set up.
function session:open()
  local settings = self.settings
  if settings.resume == "last" then
    settings.resume = saving.last()
    if not settings.resume then
      self:leave(2, self.words:say("saved_not"))
      return
    end
  end
  if settings.resume then
    self:resume()
    return
  end
  self:call("rulesets.list", {}, self:need(function(result)
    local game = settings.game or result.games[1] and result.games[1].name
    self:call("rulesets.describe", { game = game },
              self:need(function(description)
      self:add_files(description, 1, function()
        self:set_up(description)
      end)
    end))
  end))
end

-- Puts the house rules that the command line names by a path, from the `at`th on,
-- among those of the description, in the place of installed ones that are called
-- the same; then calls done. What is wrong with one is said by the form.
function session:add_files(description, at, done)
  local file = self.settings.variants[at]
  if not file then
    done()
  elseif not rows.is_path(file) then
    self:add_files(description, at + 1, done)
  else
    self:call("rulesets.describe", { game = description.name,
                                     variants = { file } },
              function(failure, described)
      if not failure then
        new_game.add_file(description, file, described)
      end
      self:add_files(description, at + 1, done)
    end)
  end
end

-- Leaves when the command line names more players than there are seats.
function session:check_players(description)
  local given, seats = #self.settings.players, #description.seats
  if given > seats then
    self:leave(2, self.words:say("wrong_count", { given = given,
                                                  seats = seats }))
  end
end

function session:set_up(description)
  local settings = self.settings
  self:check_players(description)
  self.description = description
  for seat in ipairs(description.seats) do
    settings.players[seat] = settings.players[seat] or "human"
  end
  settings.save = settings.save or saving.new_path(description.name)
  self:show_screen(setup.new(self, description))
end

function session:back_to_setup()
  self:call("game.close", { game = self.match.id })
  self.match = nil
  self:show_screen(setup.new(self, self.description))
end

-- Makes the game that was set up; its lock is shown before it begins.
function session:create()
  local settings = self.settings
  local params = rows.ruleset(settings, self.description)
  self:call("rulesets.describe", params, self:need(function(description)
    params.players, params.seed = settings.players, settings.seed
    params.save, params.overwrite = settings.save, settings.overwrite
    if not settings.seed then
      params.contributions = {}
      for seat in ipairs(settings.players) do
        params.contributions[seat] = self.contributions[seat] or json.null
      end
    end
    self:call("game.create", params, function(failure, created)
      if failure then
        self.screen.trouble = failure.message
        return
      end
      self:created(created, description)
    end)
  end))
end

function session:created(created, description)
  self.match = match_of.new(created.game, created.seats, description,
                            self.words.language)
  if created.proquints then
    self:show_screen(lock.new(self, self.match, created))
  else
    self:begin()
  end
end

function session:begin()
  self.match.has_begun = true
  self:show_screen(game_screen.new(self, self.match))
  self:call("game.begin", { game = self.match.id }, self:need(function() end))
end

-- Goes on with a saved game. Its events come before it is known by which rules
-- it is played, so they are kept until then.
function session:resume()
  local settings = self.settings
  settings.save = settings.resume
  self.kept_news = {}
  local players = #settings.players > 0 and settings.players or nil
  self:call("game.resume", { save = settings.resume, players = players,
                             saved_rules = settings.saved_rules },
            self:need(function(resumed)
    self:describe_resumed(resumed)
  end))
end

-- Asks for the rules that a resumed game has in its record, and shows the game.
function session:describe_resumed(resumed)
  self:call("game.describe", { game = resumed.game },
            self:need(function(description)
    self.match = match_of.new(resumed.game, resumed.seats, description,
                              self.words.language)
    self.match.has_begun = true
    self:show_screen(game_screen.new(self, self.match))
    local kept = self.kept_news
    self.kept_news = nil
    for _, item in ipairs(kept) do
      news.take(self, item.method, item.params)
    end
    self.match:skip()
    self:told(self.match)
  end))
end

function session:call_ends_turn(match, index, done)
  local question = match.question
  if not self.methods["game.ends_turn"] then
    done(question.ends_turn)
    return
  end
  self:call("game.ends_turn", { game = match.id, seq = question.seq,
                                index = index }, function(failure, result)
    done(failure == nil and result.ends_turn)
  end)
end

-- Makes a choice. When it is refused, and nothing else has been asked since,
-- the question is put again as it was.
function session:choose(match, question, index)
  self:call("game.choose", { game = match.id, seq = question.seq,
                             index = index }, function(failure)
    if failure then
      self.screen.trouble = failure.message
      if match.last_seq == question.seq and not match.over then
        match:add_question(question)
        self:told(match)
      end
    end
  end)
end

-- Something is asked: what led to it is shown first, as far as it takes time.
function session:settle(match)
  if not self.settings.has_animation then
    match:skip()
  end
  match:advance(0)
  self:told(match)
end

-- All events have been shown: the host's view is asked for, then the question
-- is put, or it is told who is asked, or that it is over.
function session:told(match)
  self:set_clock(match:is_telling())
  if match:is_telling() or match.over and match.over_is_told
     or not self.screen.ask_question then
    return
  end
  local question, waiting = match.next_question, match.next_waiting
  local over = match.over
  if not question and not waiting and not over then
    return
  end
  match.next_question, match.next_waiting = nil, nil
  self:call("game.view", { game = match.id }, function(failure, view)
    if match:is_telling() or match.next_question or match.next_waiting
       or self.match ~= match or not self.screen.ask_question then
      return
    elseif failure and not match.is_remote then
      self:leave(2, failure.message)
      return
    elseif failure then
      self.screen.trouble = failure.message
    else
      match:take_view(view)
    end
    self:put(match, question, waiting, over)
  end)
end

-- What comes after all that has been told: the end, a question, or waiting.
function session:put(match, question, waiting, over)
  if over then
    match.over_is_told = true
    self.screen:stop_asking()
    self:set_title(nil)
    commands.points(self.screen)
  elseif question then
    self.screen:ask_question(question)
    self:call_to_turn(match)
  else
    match.waiting = waiting
    self:set_title(nil)
  end
end

-- Tells who has something else before their eyes that it is their turn, once a
-- turn.
function session:call_to_turn(match)
  if match.is_remote and not match.turn_is_ours then
    self:your_turn(match)
    match.turn_is_ours = true
  end
end

-- Only at a server has the window a title of its own.
function session:set_title()
end

-- Leaves the screen before a game.
function session:leave_setup()
  self:leave()
end

-- A draw is offered by one of two at the same keyboard, or accepted by a bot.
function session:draw_offered(match, seat)
  for other, kind in ipairs(match.seats) do
    if other ~= seat and kind.player == "human" then
      local function answer(agrees)
        return function()
          self:call("game.answer_draw", { game = match.id, seat = other,
                                          agree = agrees })
        end
      end
      local name = match:name_of(match.names[seat])
      self:lay_over(pages.ask(self.words:say("draw_asked", { player = name }),
                              answer(true), answer(false)))
      return
    end
  end
end

return session
