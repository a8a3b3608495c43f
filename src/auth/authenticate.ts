import type { Database } from "../db/database.ts";
import { ForbiddenError } from "../errors/index.ts";
import { authenticateKey } from "./api-keys.ts";
import { type Caller, isExpired } from "./caller.ts";

/**
 * Who is asking, for every door alike.
 * @throws UnauthorisedError without a valid key, ForbiddenError when the team's access has ended
 */
export async function authenticate(db: Database, apiKey: string | undefined): Promise<Caller> {
  const caller = await authenticateKey(db, apiKey);
  if (isExpired(caller)) throw new ForbiddenError("the team's access has ended");
  return caller;
}
