# Brings libsodium for browsers, with which the page checks and proves what was
# dealt: from npm, into web/ beside the program, where the daemon finds it.
# Without it the build goes on, and the page says what it cannot do.

set(CASTLED_WEB ${CMAKE_BINARY_DIR}/web)
set(CASTLED_SODIUM_VERSION 0.8.4)

# Downloads a package and takes out NAME.mjs and its licence; sets `failure`.
function(castled_fetch name hash)
    set(folder ${CMAKE_BINARY_DIR}/npm/${name})
    set(archive ${folder}.tgz)
    set(url https://registry.npmjs.org/${name}/-/${name}-${CASTLED_SODIUM_VERSION}.tgz)
    # Not with EXPECTED_HASH, which ends the build when there is no network.
    file(DOWNLOAD ${url} ${archive}
        INACTIVITY_TIMEOUT 10 TIMEOUT 60 STATUS status)
    file(SHA256 ${archive} actual)
    if(actual STREQUAL hash)
        file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${folder}
            PATTERNS package/LICENSE package/dist/modules-esm/${name}.mjs)
        set(failure "" PARENT_SCOPE)
    else()
        file(REMOVE ${archive})
        set(failure "${url} is not to be had as it was (${status})"
            PARENT_SCOPE)
    endif()
endfunction()

if(NOT EXISTS ${CASTLED_WEB}/libsodium-wrappers.mjs)
    castled_fetch(libsodium
        ff817a39d4664e2aef5b15fcbe729e9a4060d931929b03af624cc8a5588625eb)
    if(failure STREQUAL "")
        castled_fetch(libsodium-wrappers
            858ad2910255d9b6c3527d6b7e8bcfcd98917a495ad2c97775bf2bfede13dfaf)
    endif()
    if(failure STREQUAL "")
        set(from ${CMAKE_BINARY_DIR}/npm)
        file(MAKE_DIRECTORY ${CASTLED_WEB})
        file(COPY_FILE ${from}/libsodium/package/LICENSE
            ${CASTLED_WEB}/libsodium-LICENSE)
        file(COPY_FILE
            ${from}/libsodium/package/dist/modules-esm/libsodium.mjs
            ${CASTLED_WEB}/libsodium.mjs)
        # A browser knows no packages by name.
        file(READ
            ${from}/libsodium-wrappers/package/dist/modules-esm/libsodium-wrappers.mjs
            module)
        string(REPLACE "from\"libsodium\"" "from\"./libsodium.mjs\""
            module "${module}")
        file(WRITE ${CASTLED_WEB}/libsodium-wrappers.mjs "${module}")
    else()
        message(WARNING "no libsodium for browsers: ${failure}. The page "
            "cannot seal or verify games then; configure again to try again.")
    endif()
endif()
install(DIRECTORY ${CASTLED_WEB}/
    DESTINATION ${CMAKE_INSTALL_DATADIR}/castled/lua/web/static OPTIONAL)
