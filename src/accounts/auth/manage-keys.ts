import type { PrismaClient } from "#foundation/db/database";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { type IssuedKey, issueKey, parseScopes, parseSubscriptions } from "./api-keys.ts";
import { parseNetworks } from "./networks.ts";

/** A key as the operator sees it: everything but its secret. */
export interface ListedKey {
  id: string;
  prefix: string;
  /** Null for a platform key. */
  teamId: number | null;
  name: string;
  scopes: string[];
  subscriptions: string[];
  networks: string[];
  /** When it expires; null means never. */
  expiresAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Null means valid. A future time means valid until then. */
  revokedAt: Date | null;
}

const SHOWN = {
  id: true,
  prefix: true,
  teamId: true,
  name: true,
  scopes: true,
  subscriptions: true,
  networks: true,
  expiresAt: true,
  createdAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const;

const valid = () => {
  const later = { gt: new Date() };
  return {
    AND: [{ OR: [{ revokedAt: null }, { revokedAt: later }] }, { OR: [{ expiresAt: null }, { expiresAt: later }] }],
  };
};

/**
 * Returns keys, newest first. `teamId` null selects those of the platform; without it, all. `all` includes revoked
 * ones.
 */
export async function listKeys(
  prisma: PrismaClient,
  { teamId, all = false }: { teamId?: number | null; all?: boolean },
): Promise<ListedKey[]> {
  return prisma.apiKey.findMany({
    where: { ...(teamId === undefined ? {} : { teamId }), ...(all ? {} : valid()) },
    select: SHOWN,
    orderBy: { createdAt: "desc" },
  });
}

export interface KeyChanges {
  /** `all`, or a list of scopes; replaces the key's scopes. */
  scopes?: string;
  subscriptions?: readonly string[];
  name?: string;
  /** Replaces the key's networks; none means any. */
  networks?: readonly string[];
  /** When it expires; null means never. */
  expiresAt?: Date | null;
}

/** Returns the valid key of this prefix. @throws NotFoundError, ConflictError when it is revoked */
async function validKey(prisma: PrismaClient, prefix: string): Promise<ListedKey> {
  const key = await prisma.apiKey.findUnique({ where: { prefix }, select: SHOWN });
  if (key === null) throw new NotFoundError(`key ${prefix}`);
  if (key.revokedAt !== null && key.revokedAt <= new Date()) throw new ConflictError(`key ${prefix} is revoked`);
  if (key.expiresAt !== null && key.expiresAt <= new Date()) throw new ConflictError(`key ${prefix} has expired`);
  return key;
}

/** Changes what a key and its frame tokens may do, from the next request on. @throws InvalidInputError, NotFoundError, ConflictError */
export async function changeKey(prisma: PrismaClient, prefix: string, changes: KeyChanges): Promise<ListedKey> {
  const { scopes, subscriptions, name, networks, expiresAt } = changes;
  if (Object.values(changes).every((change) => change === undefined)) throw new InvalidInputError("no change is given");
  const data = {
    ...(scopes === undefined ? {} : { scopes: parseScopes(scopes) }),
    ...(subscriptions === undefined ? {} : { subscriptions: parseSubscriptions(subscriptions) }),
    ...(name === undefined ? {} : { name }),
    ...(networks === undefined ? {} : { networks: parseNetworks(networks) }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  await validKey(prisma, prefix);
  return prisma.apiKey.update({ where: { prefix }, data, select: SHOWN });
}

/**
 * Makes a key like the one of this prefix and revokes the old one. With `overlapMinutes`, both are valid for that long,
 * so that its users can change over. The successor of an expiring key lasts as long as it did. @throws NotFoundError,
 * ConflictError when it is revoked
 */
export async function rotateKey(
  prisma: PrismaClient,
  prefix: string,
  { overlapMinutes, environment }: { overlapMinutes: number; environment: string },
): Promise<IssuedKey & { replaces: string; replacedUntil: Date }> {
  const old = await validKey(prisma, prefix);
  const ends = new Date(Date.now() + overlapMinutes * 60_000);
  // A rotation does not extend the life of a key that is about to end.
  const replacedUntil = old.revokedAt !== null && old.revokedAt < ends ? old.revokedAt : ends;
  return prisma.$transaction(async (tx) => {
    const { teamId, name, scopes, subscriptions, networks, createdAt } = old;
    const lastsMs = old.expiresAt === null ? null : old.expiresAt.getTime() - createdAt.getTime();
    const expiresAt = lastsMs === null ? null : new Date(Date.now() + lastsMs);
    const issued = await issueKey(tx, { teamId, name, scopes, subscriptions, networks, expiresAt, environment });
    await tx.apiKey.update({ where: { prefix }, data: { revokedAt: replacedUntil } });
    return { ...issued, replaces: prefix, replacedUntil };
  });
}
