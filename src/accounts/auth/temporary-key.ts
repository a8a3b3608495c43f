import type { PrismaClient } from "#foundation/db/database";
import { issueKey } from "./api-keys.ts";
import { SCOPES, SUBSCRIPTIONS } from "./scopes.ts";

/** A killed command leaves its key behind, so the key also expires. */
const LONGEST_MS = 3_600_000;

export interface TemporaryKeyOptions {
  /** Null for a platform key. */
  teamId: number | null;
  name: string;
  /** The key's `<env>`. */
  environment: string;
  /** Whether stored records will name the key. It is then kept as revoked; otherwise it is deleted. */
  isTraced: boolean;
}

/**
 * Runs `work` with a key of all scopes, then ends the key. The key is written to no file and shown to nobody.
 * @throws NotFoundError for an unknown team
 */
export async function withTemporaryKey<Result>(
  prisma: PrismaClient,
  { isTraced, ...options }: TemporaryKeyOptions,
  work: (key: string) => Promise<Result>,
): Promise<Result> {
  const { id, key } = await issueKey(prisma, { ...options, scopes: SCOPES, subscriptions: SUBSCRIPTIONS });
  await prisma.apiKey.update({ where: { id }, data: { revokedAt: new Date(Date.now() + LONGEST_MS) } });
  try {
    return await work(key);
  } finally {
    if (isTraced) await prisma.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    else await prisma.apiKey.delete({ where: { id } });
  }
}
