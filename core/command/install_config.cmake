# Installs the unit of systemd, and castled.conf unless somebody's is there. The
# paths are made here, since `cmake --install --prefix` says them this late.
get_filename_component(prefix "${CMAKE_INSTALL_PREFIX}" ABSOLUTE)
set(CMAKE_INSTALL_FULL_BINDIR "@CMAKE_INSTALL_BINDIR@")
set(CMAKE_INSTALL_FULL_SYSCONFDIR "@CMAKE_INSTALL_SYSCONFDIR@")
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_FULL_BINDIR}")
    string(PREPEND CMAKE_INSTALL_FULL_BINDIR "${prefix}/")
endif()
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_FULL_SYSCONFDIR}")
    # The system's own programs have theirs in /etc.
    if(prefix STREQUAL "/usr")
        set(prefix_of_etc "")
    else()
        set(prefix_of_etc "${prefix}")
    endif()
    string(PREPEND CMAKE_INSTALL_FULL_SYSCONFDIR "${prefix_of_etc}/")
endif()

set(unit "$ENV{DESTDIR}${prefix}/lib/systemd/system/castled.service")
message(STATUS "Installing: ${unit}")
configure_file("@CMAKE_SOURCE_DIR@/core/command/castled.service" "${unit}"
    @ONLY)
set(config "$ENV{DESTDIR}${CMAKE_INSTALL_FULL_SYSCONFDIR}/castled.conf")
if(NOT EXISTS "${config}")
    message(STATUS "Installing: ${config}")
    configure_file("@CMAKE_SOURCE_DIR@/core/command/castled.conf"
        "${config}" COPYONLY)
endif()
