#!/bin/sh
# bench_scenes.sh -- what it costs to show a game step by step: see the .lua.
cd "$ROOT" && exec lua5.4 tests/bench/bench_scenes.lua "$@"
