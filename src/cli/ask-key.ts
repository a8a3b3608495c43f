import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { authenticateKey, issueKey } from "#accounts/auth/api-keys";
import { SCOPES, SUBSCRIPTIONS } from "#accounts/auth/scopes";
import { ownTeam } from "#accounts/teams/find-team";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";

/** The team for questions from this machine's command line. */
const TEAM = { name: "Command line", domain: "localhost.localdomain" };

/** A key stored in a file. */
export interface KeptKey {
  key: string;
  /** Its public prefix; the rest is shown nowhere. */
  prefix: string;
  /** Absolute path of its file. */
  file: string;
  teamId: number | null;
}

/**
 * Returns the key of `ask`, made on first use with its own team. It is stored in the data folder, readable only by this
 * user, and made again when it is no longer valid.
 */
export async function askKey(config: Config, db: Database): Promise<KeptKey> {
  const file = join(config.dataDir, "ask.key");
  const kept = await readFile(file, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
  const known = await authenticateKey(db, kept).catch(() => null);
  if (kept !== undefined && known !== null) return { key: kept, prefix: known.keyPrefix, file, teamId: known.teamId };
  // All scopes and no quota: a user with access to this machine's data folder has full access anyway.
  const team = await ownTeam(db.prisma, TEAM);
  const full = { scopes: SCOPES, subscriptions: SUBSCRIPTIONS };
  const issued = await issueKey(db.prisma, { teamId: team.id, ...full, name: "ask", environment: "live" });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${issued.key}\n`, { mode: 0o600 });
  return { key: issued.key, prefix: issued.prefix, file, teamId: team.id };
}
