import type { PrismaClient } from "#foundation/db/database";
import { ConflictError, InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { type IssuedKey, issueKey, parseScopes, parseSubscriptions } from "./api-keys.ts";
import { parseNetworks } from "./networks.ts";

/** A key as the operator sees it: everything but its secret. */
export interface ListedKey {
  id: string;
  prefix: string;
  /** Null: a key of the platform. */
  teamId: number | null;
  name: string;
  scopes: string[];
  subscriptions: string[];
  networks: string[];
  /** When it ends by itself; null: never. */
  expiresAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Null: valid. In the future: valid until then. */
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

/** Keys, newest first. `teamId` null: those of the platform; left out: all. Revoked ones where `all` says so. */
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
  /** `all`, or a list of scopes; they replace those that the key has. */
  scopes?: string;
  subscriptions?: readonly string[];
  name?: string;
  /** They replace those that the key has; none: from anywhere. */
  networks?: readonly string[];
  /** When it ends by itself; null: never. */
  expiresAt?: Date | null;
}

/** The key of this prefix, if it is valid. @throws NotFoundError, ConflictError when it is revoked */
async function validKey(prisma: PrismaClient, prefix: string): Promise<ListedKey> {
  const key = await prisma.apiKey.findUnique({ where: { prefix }, select: SHOWN });
  if (key === null) throw new NotFoundError(`key ${prefix}`);
  if (key.revokedAt !== null && key.revokedAt <= new Date()) throw new ConflictError(`key ${prefix} is revoked`);
  if (key.expiresAt !== null && key.expiresAt <= new Date()) throw new ConflictError(`key ${prefix} has expired`);
  return key;
}

/** Changes what a key may do, from its next request on; its frame tokens change with it. @throws InvalidInputError, NotFoundError, ConflictError */
export async function changeKey(prisma: PrismaClient, prefix: string, changes: KeyChanges): Promise<ListedKey> {
  const { scopes, subscriptions, name, networks, expiresAt } = changes;
  if (Object.values(changes).every((change) => change === undefined))
    throw new InvalidInputError("nothing to change is given");
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
 * so that its users can change over. One that expires is followed by one that lasts as long. @throws NotFoundError, ConflictError when it is revoked
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
