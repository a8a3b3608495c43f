import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { authenticateKey, issueKey } from "../auth/api-keys.ts";
import { SCOPES } from "../auth/scopes.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/database.ts";

/** The team that questions from this machine's command line belong to. */
const TEAM = { name: "Command line", domain: "localhost.localdomain" };

/**
 * The key that `ask` uses: made on first use with a team of its own, kept in the data folder readable by this user alone, made
 * again when it is no longer valid.
 */
export async function askKey(config: Config, db: Database): Promise<string> {
  const path = join(config.dataDir, "ask.key");
  const kept = await readFile(path, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
  if (
    kept !== undefined &&
    (await authenticateKey(db, kept).then(
      () => true,
      () => false,
    ))
  )
    return kept;
  // No quota: whoever has this machine's data folder has everything anyway.
  const team = await db.prisma.team.upsert({
    where: { name_domain: TEAM },
    create: { ...TEAM, monthlyQuota: null },
    update: {},
  });
  const { key } = await issueKey(db.prisma, { teamId: team.id, scopes: SCOPES, name: "ask", environment: "live" });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${key}\n`, { mode: 0o600 });
  return key;
}
