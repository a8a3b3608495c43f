import type { Database } from "#foundation/db/database";
import { type KeyRing, keyIdOf, UndecipherableError } from "#foundation/encryption/key-ring";
import { purposeOf, type StoredSecret } from "./secrets.ts";

interface SecretsRow {
  id: number;
  teamId: number;
  secrets: StoredSecret[];
}

const readSecrets = ({ query }: Pick<Database, "query">): Promise<SecretsRow[]> =>
  query<SecretsRow>(`SELECT id, team_id AS "teamId", secrets FROM webhooks ORDER BY id`, []);

/** Encrypts the secrets of webhooks with the ring's first key. Leaves a row alone that changes meanwhile. */
export async function reencryptWebhookSecrets(
  db: Pick<Database, "query">,
  ring: KeyRing,
): Promise<{ encrypted: number; undecipherable: string[] }> {
  const done = { encrypted: 0, undecipherable: [] as string[] };
  for (const { id, teamId, secrets } of await readSecrets(db)) {
    if (secrets.every(({ secret }) => keyIdOf(secret) === ring.keyIds[0])) continue;
    try {
      const anew: StoredSecret[] = [];
      for (const { secret, expiresAt } of secrets)
        anew.push({
          secret: await ring.encrypt(await ring.decrypt(secret, purposeOf(teamId)), purposeOf(teamId)),
          expiresAt,
        });
      const changed = await db.query(
        "UPDATE webhooks SET secrets = $2 WHERE id = $1 AND secrets = $3::jsonb RETURNING id",
        [id, JSON.stringify(anew), JSON.stringify(secrets)],
      );
      done.encrypted += changed.length;
    } catch (error) {
      if (!(error instanceof UndecipherableError)) throw error;
      done.undecipherable.push(...secrets.map(({ secret }) => keyIdOf(secret) ?? ""));
    }
  }
  return done;
}
