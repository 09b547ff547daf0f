#!/bin/sh
# bench_page.sh -- what the page of a table costs in Lua, and in bytes: see the
# .lua.
cd "$ROOT" && exec lua5.4 tests/bench/bench_page.lua "$@"
