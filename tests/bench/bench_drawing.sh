#!/bin/sh
# bench_drawing.sh -- what a board as SVG costs: see the .lua.
cd "$ROOT" && exec lua5.4 tests/bench/bench_drawing.lua "$@"
