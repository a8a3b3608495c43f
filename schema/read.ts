import { openTreeReader } from "#foundation/db/select-tree/reader";
import { perRequest } from "./per-request.ts";
import { RELATIONS } from "./relations.ts";

/**
 * Returns the request's reader: `read(context).market.findUnique({ ...query, where })` reads the whole selection in one
 * statement.
 */
export const read = perRequest(({ db }) => openTreeReader(db, RELATIONS));
