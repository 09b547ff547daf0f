# shellcheck shell=sh
# build.sh -- read in by tests/run and tests/bench/run, from the top of the
# checkout.

# Builds a preset of CMakePresets.json in build/<preset>. A build folder made
# elsewhere, in a checkout that was moved, is made anew. Goes on after an
# error, so that all of them are seen.
build_preset() {
    if [ -e "build/$1/CMakeCache.txt" ] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" \
            "build/$1/CMakeCache.txt"; then
        rm -rf "build/$1"
    fi
    mkdir -p build
    cmake --preset "$1" && cmake --build "build/$1" -- -k 0
}
