# castled render

here=$PWD
good=$here/../golden/undo-doubled-towers.record

# How many tiles lie on the board that was drawn.
tiles() {
    grep -o '<g id="tile-' "$1" | wc -l
}

a 'a board at the end of a game, as SVG'
run render "$good"
status 0
says_nothing
prints '<svg xmlns="http://www.w3.org/2000/svg" viewBox='
prints '>White</text>'
prints '>90</text>'
holds [ "$(tiles "$work/out")" -gt 50 ]
holds [ "$(tail -c 7 "$work/out")" = '</svg>' ]

a 'into a file, in another language, dark'
run render "$good" -o "$work/dark.svg" --dark --language es
status 0
prints_nothing
holds grep -q '>Blancas</text>' "$work/dark.svg"
holds grep -q 'class="f-table" fill="#1a1d21"' "$work/dark.svg"

a 'after an entry, as castled record numbers them'
first=$("$castled" record "$good" | grep '"step":"place_tile"' | head -n 1 |
    awk '{ print $1 }')
run render --at "$first" "$good"
status 0
holds [ "$(tiles "$work/out")" = 1 ]
run render --at "$((first - 1))" "$good"
status 0
holds [ "$(tiles "$work/out")" = 0 ]
run render --at 0 "$good"
status 0
holds [ "$(tiles "$work/out")" = 0 ]

a 'what was undone is not there any more'
undo=$("$castled" record "$good" | grep '  undo  ' | head -n 1 |
    awk '{ print $1 }')
run render --at "$((undo - 1))" -o "$work/before.svg" "$good"
run render --at "$undo" -o "$work/after.svg" "$good"
status 0
holds [ "$(cksum <"$work/before.svg")" != "$(cksum <"$work/after.svg")" ]

a 'a game whose order was sealed'
run render --at 60 "$here/../golden/sealed-typed.record"
status 0
holds [ "$(tiles "$work/out")" -gt 2 ]

a 'as PNG'
run render "$good" -o "$work/board.png" --width 300
status 0
holds [ "$(head -c 4 "$work/board.png" | tail -c 3)" = PNG ]

a 'as PNG without rsvg-convert'
mkdir "$work/bin"
ln -s "$(command -v lua5.4)" "$work/bin/lua5.4"
PATH=$work/bin "$castled" render "$good" -o "$work/none.png" >"$work/out" \
    2>"$work/err"
result=$?
status 2
says "rsvg-convert is not installed (Debian's librsvg2-bin)"
holds [ ! -e "$work/none.png" ]

a 'what is no record'
echo hello >"$work/text"
for file in "$work/text" /dev/null; do
    run render "$file" -o "$work/bad.svg"
    status 2
    says "castled render: '$file' is no record of a game"
done
run render - -o "$work/bad.svg"
status 2
says 'castled render: standard input is no record of a game'
holds [ ! -e "$work/bad.svg" ]

a 'a record that is wrong'
sed '/"t":"choice"/s/"turns":[0-9]/"turns":7/' "$good" >"$work/bad.record"
run render "$work/bad.record" -o "$work/bad.svg"
status 1
says 'does not follow from'
holds [ ! -e "$work/bad.svg" ]
run render --at 99999 "$good"
status 1
says 'there is no entry 99999: the last one is '

a 'what cannot be run'
run render
status 2
says 'which record?'
run render "$work/nothing"
status 2
says "cannot open '$work/nothing': No such file or directory"
run render "$good" -o "$work/board.jpg"
status 2
says "ends neither in .svg nor in .png"
run render "$good" -o "$work/no/board.svg"
status 2
says "cannot write '$work/no/board.svg': No such file or directory"
run render "$good" --at x
status 2
says '--at is the number of an entry'
run render "$good" --width 0
status 2
run render -h
status 0
prints 'usage: castled render'
run render --help
status 0
prints 'usage: castled render'
