-- The words of the replay in English.

return {
  replay_open    = "Replay the game",
  replay_opening = "The game is being played again …",
  replay_failed  = "This game cannot be shown step by step: {why}.",
  replay_slider  = "Step of the game",
  replay_step    = "{step}/{count}",
  replay_first   = "To the beginning",
  replay_back    = "One step back",
  replay_play    = "Play",
  replay_on      = "One step on",
  replay_last    = "To the end",
  replay_speed   = "Speed",
  replay_leave   = "Close",
  replay_undone  = "{player} takes it back.",
}
