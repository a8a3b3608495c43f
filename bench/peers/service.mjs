import http from "node:http";
import { authenticateKey } from "../../dist/src/accounts/auth/api-keys.js";
import { ACCESS_CHANGES_CHANNEL } from "../../dist/src/accounts/auth/follow-access.js";
import { knownAccess } from "../../dist/src/accounts/auth/known-access.js";
import { openDatabase } from "../../dist/src/foundation/db/database.js";
import { watchDatabase } from "../../dist/src/foundation/db/database-watch.js";
import { WORK_LIMITS } from "../../dist/src/foundation/db/limits.js";

/** The product's own database client and key check: what is compared is all that comes after them. */
export const db = openDatabase(process.env.DATABASE_URL);
const known = knownAccess(
  watchDatabase(process.env.DATABASE_URL, { limits: WORK_LIMITS }).listen(ACCESS_CHANGES_CHANNEL),
);

/** Serves requests with a valid key at the port that the environment names; the others are 401. */
export function serve(answer) {
  const server = http.createServer(async (request, response) => {
    try {
      await authenticateKey(db, request.headers["x-api-key"], known);
    } catch {
      response.writeHead(401).end();
      return;
    }
    try {
      await answer(request, response);
    } catch {
      // A client that goes away in the middle of a request.
      response.destroy();
    }
  });
  server.listen(Number(process.env.PORT), "127.0.0.1");
  process.on("SIGTERM", () => process.exit(0));
  return server;
}
