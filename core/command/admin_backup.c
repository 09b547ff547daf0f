#include "command/admin_backup.h"

#include "command/places.h"
#include "store/store.h"

#include <stdio.h>

enum status admin_backup(const char *data, const char *path,
                         struct error *error)
{
    char usual[PLACES_PATH_SIZE];
    char from[PLACES_PATH_SIZE];
    struct store *store;
    places_data(usual);
    if (data == NULL)
        data = usual;
    if (places_store(data, from, error) != STATUS_OK)
        return error->status;
    enum status status = store_open(&store, from, true, error);
    if (status == STATUS_OK)
        status = store_backup(store, path, error);
    store_close(store);
    return status;
}
