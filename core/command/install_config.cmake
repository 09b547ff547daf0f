# Installs castled.conf, unless somebody's is there.
set(config "$ENV{DESTDIR}@CMAKE_INSTALL_FULL_SYSCONFDIR@/castled.conf")
if(NOT EXISTS "${config}")
    configure_file("@CMAKE_SOURCE_DIR@/core/command/castled.conf"
        "${config}" COPYONLY)
endif()
