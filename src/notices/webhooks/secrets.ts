import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { KeyRing } from "#foundation/encryption/key-ring";

/** A signing secret as stored: encrypted. A null end means that it does not expire. */
export interface StoredSecret {
  secret: string;
  expiresAt: string | null;
}

/** Returns the purpose of a secret's encryption: no other team's row can hold it. */
export const purposeOf = (teamId: number): string => `webhook-secret of team ${teamId}`;

/** Makes a new secret: the form for receivers, and the stored form. */
export async function newSecret(ring: KeyRing, teamId: number): Promise<{ shown: string; stored: StoredSecret }> {
  const shown = `whsec_${randomBytes(32).toString("base64")}`;
  const secret = await ring.encrypt(Buffer.from(shown), purposeOf(teamId));
  return { shown, stored: { secret, expiresAt: null } };
}

/** Returns the secrets that are valid at a moment. */
export const validSecrets = (secrets: readonly StoredSecret[], at: Date): StoredSecret[] =>
  secrets.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > at);

/** Returns the headers of an attempt, signed with each valid secret. @throws UndecipherableError */
export async function signedHeaders(
  ring: KeyRing,
  { teamId, secrets }: { teamId: number; secrets: readonly StoredSecret[] },
  { id, body, at }: { id: string; body: string; at: Date },
): Promise<Record<string, string>> {
  const signatures = await Promise.all(
    validSecrets(secrets, at).map(async ({ secret }) => {
      const shown = Buffer.from(await ring.decrypt(secret, purposeOf(teamId))).toString();
      return new Webhook(shown).sign(id, at, body);
    }),
  );
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signatures.join(" "),
  };
}
