-- What this game tells: the name of each event and its fields, in the order
-- in which they are written. A field that is not given is null.

return {
  game_started     = "ruleset variants options players first_player",
  tile_drawn       = "player tile",
  tile_set_aside   = "player tile",
  tile_placed      = "player tile x y turns",
  follower_placed  = "player x y kind role at",
  feature_scored   = "player kind points spaces start_spaces terms doubled held",
  wall_tile_taken  = "player space kind",
  wall_tile_played = "player kind",
  keep_moved       = "player size spaces",
  follower_returned = "player x y kind at",
  extra_turn       = "player",
  final_scored     = "player reason points terms spaces",
  keeps_equal      = "size",
  wall_tile_left   = "player kind",
}
