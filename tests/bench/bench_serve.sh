#!/bin/sh
# bench_serve.sh -- what a choice costs through the daemon: see the .lua.
cd "$ROOT" && exec lua5.4 tests/bench/bench_serve.lua "$@"
