import { hash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Database, PrismaClient, Transaction } from "#foundation/db/database";
import { InvalidInputError, NotFoundError, UnauthorisedError } from "#foundation/errors/index";
import { requireTeam } from "../teams/find-team.ts";
import { type Caller, earliest } from "./caller.ts";
import { type KnownAccess, NOTHING_KNOWN } from "./known-access.ts";
import { parseNetworks } from "./networks.ts";
import { isScope, isSubscription, SCOPES, type Scope, SUBSCRIPTIONS, type Subscription } from "./scopes.ts";
import { shareLookups } from "./shared-lookups.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX_LENGTH = 8;
/** 32 characters of 62: 190 bits. */
const SECRET_LENGTH = 32;
/** 62^6 > 2^32: room for a CRC-32. */
const CHECKSUM_LENGTH = 6;
const KEY = /^mk_([a-z]+)_([0-9A-Za-z]{8})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Resolution of `last_used_at`: at most one update a minute, so that reads do not become writes. */
const LAST_USED_RESOLUTION = "1 minute";

const randomText = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Returns the CRC-32 in base 62. It tells a mistyped or cut key from a wrong one without asking the database. */
function checksum(text: string): string {
  let rest = crc32(text);
  let out = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    out = ALPHABET[rest % 62] + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

const hashOf = (secret: string) => hash("sha256", secret, "buffer");

export interface IssueKeyInput {
  /** Null for a platform key. */
  teamId: number | null;
  scopes: readonly string[];
  subscriptions?: readonly string[];
  name?: string;
  /** Networks from which it may be used; none means any. */
  networks?: readonly string[];
  /** When it expires; null means never. */
  expiresAt?: Date | null;
  /** The key's `<env>`: `live`, or `test` where NODE_ENV is test. */
  environment: string;
}

/** A key as shown once: `mk_<env>_<prefix>_<secret><checksum>`. */
export interface IssuedKey {
  id: string;
  key: string;
  prefix: string;
  teamId: number | null;
  scopes: Scope[];
  subscriptions: Subscription[];
}

/** Parses `all` or a comma-separated list of scopes. @throws InvalidInputError naming an unknown one. */
export function parseScopes(text: string): Scope[] {
  if (text.trim() === "all") return [...SCOPES];
  return text.split(",").map((part) => {
    const scope = part.trim();
    if (!isScope(scope)) throw new InvalidInputError(`scope "${scope}" is not one of: all, ${SCOPES.join(", ")}`);
    return scope;
  });
}

/** Checks names of subscriptions. @throws InvalidInputError naming an unknown one. */
export function parseSubscriptions(names: readonly string[]): Subscription[] {
  return names.map((name) => {
    if (!isSubscription(name))
      throw new InvalidInputError(`subscription "${name}" is not one of: ${SUBSCRIPTIONS.join(", ")}`);
    return name;
  });
}

/**
 * Makes a key. Only this answer contains the secret part; the database stores its SHA-256. @throws NotFoundError for an
 * unknown team
 */
export async function issueKey(prisma: Transaction, input: IssueKeyInput): Promise<IssuedKey> {
  const scopes = input.scopes.flatMap((scope) => parseScopes(scope));
  const subscriptions = parseSubscriptions(input.subscriptions ?? []);
  if (input.teamId !== null) await requireTeam(prisma, input.teamId);
  const prefix = randomText(PREFIX_LENGTH);
  const secret = randomText(SECRET_LENGTH);
  const body = `mk_${input.environment}_${prefix}_${secret}`;
  const { id } = await prisma.apiKey.create({
    data: {
      prefix,
      secretHash: hashOf(secret),
      teamId: input.teamId,
      name: input.name ?? "",
      scopes,
      subscriptions,
      networks: parseNetworks(input.networks ?? []),
      expiresAt: input.expiresAt ?? null,
    },
  });
  return { id, key: body + checksum(body), prefix, teamId: input.teamId, scopes, subscriptions };
}

/** Revokes a key at once. @throws NotFoundError when no key has this prefix. */
export async function revokeKey(prisma: PrismaClient, prefix: string): Promise<{ prefix: string; revokedAt: Date }> {
  const found = await prisma.apiKey.findUnique({ where: { prefix } });
  if (found === null) throw new NotFoundError(`key ${prefix}`);
  const now = new Date();
  if (found.revokedAt !== null && found.revokedAt <= now) return { prefix, revokedAt: found.revokedAt };
  await prisma.apiKey.update({ where: { prefix }, data: { revokedAt: now } });
  return { prefix, revokedAt: now };
}

interface KeyRow {
  id: string;
  prefix: string;
  secret_hash: Buffer;
  team_id: number | null;
  /** Times in the future, or null. */
  revoked_at: Date | null;
  expires_at: Date | null;
  access_expires_at: Date | null;
  scopes: string[];
  subscriptions: string[];
  networks: string[];
  /** Whether `last_used_at` needs an update. */
  stale: boolean;
}

/** Selects a key's row. A key with a future revocation time is valid until then. */
const KEY_ROW = `
  SELECT k.id, k.prefix, k.secret_hash, k.team_id, k.revoked_at, k.expires_at, t.access_expires_at, k.scopes, k.subscriptions, k.networks,
    (k.last_used_at IS NULL OR k.last_used_at < now() - interval '${LAST_USED_RESOLUTION}') AS stale
  FROM api_keys k LEFT JOIN teams t ON t.id = k.team_id
  WHERE (k.revoked_at IS NULL OR k.revoked_at > now()) AND (k.expires_at IS NULL OR k.expires_at > now())`;

/** A key as looked up. */
interface FoundKey {
  secretHash: Buffer;
  caller: Caller;
  /** When its validity ends; null means never. */
  endsAt: Date | null;
  /** Whether `last_used_at` needs an update. */
  isStale: boolean;
}

async function readKey(
  db: Database,
  condition: "k.prefix = $1" | "k.id = $1",
  value: string,
): Promise<FoundKey | null> {
  const [row] = await db.query<KeyRow>(`${KEY_ROW} AND ${condition}`, [value]);
  if (row === undefined) return null;
  return {
    secretHash: row.secret_hash,
    caller: callerOf(row),
    endsAt: earliest(row.revoked_at, row.expires_at),
    isStale: row.stale,
  };
}

/** Returns the caller of a key, and records its use. Null where the key has ended since it was looked up. */
async function used(db: Database, found: FoundKey): Promise<Caller | null> {
  const { caller, endsAt, isStale } = found;
  if (endsAt !== null && endsAt.getTime() <= Date.now()) return null;
  if (isStale) {
    // Set before the statement, so that simultaneous requests make only one.
    found.isStale = false;
    await db.query("UPDATE api_keys SET last_used_at = now() WHERE id = $1", [caller.keyId]);
  }
  return caller;
}

/** Look-ups in progress for each database, by prefix: many simultaneous requests of one key make two look-ups. */
const lookups = new WeakMap<Database, (prefix: string) => Promise<FoundKey | null>>();

function keyByPrefix(db: Database, prefix: string): Promise<FoundKey | null> {
  const look = lookups.get(db) ?? shareLookups((asked) => readKey(db, "k.prefix = $1", asked));
  lookups.set(db, look);
  return look(prefix);
}

function callerOf(row: KeyRow): Caller {
  return {
    via: "key",
    keyId: row.id,
    keyPrefix: row.prefix,
    teamId: row.team_id,
    accessExpiresAt: row.access_expires_at,
    endsAt: earliest(row.revoked_at, row.expires_at, row.access_expires_at),
    scopes: new Set(row.scopes.filter(isScope)),
    subscriptions: new Set(row.subscriptions.filter(isSubscription)),
    networks: row.networks,
    userId: null,
    sessionId: null,
    identityRefused: false,
  };
}

/**
 * Returns the caller behind an `x-api-key` value, from memory where it is `known`. Otherwise makes one statement by the
 * unique prefix. It begins after the request arrived, so that a revocation takes effect at once.
 * @throws UnauthorisedError when the key is missing, malformed, unknown, wrong or revoked, with the same answer for all
 */
export async function authenticateKey(
  db: Database,
  key: string | undefined,
  known: KnownAccess = NOTHING_KNOWN,
): Promise<Caller> {
  const parts = key === undefined ? null : KEY.exec(key);
  const [, , prefix, secret, sum] = parts ?? [];
  if (
    key === undefined ||
    prefix === undefined ||
    secret === undefined ||
    sum !== checksum(key.slice(0, -CHECKSUM_LENGTH))
  )
    throw new UnauthorisedError();
  const found = await known.find(`prefix ${prefix}`, () => keyByPrefix(db, prefix));
  // Compares even when nothing was found, so that the response time does not reveal which prefixes exist.
  const matches = timingSafeEqual(found?.secretHash ?? Buffer.alloc(32), hashOf(secret));
  const caller = found === null || !matches ? null : await used(db, found);
  if (caller === null) throw new UnauthorisedError();
  return caller;
}

/** Returns the caller of a token that names a key by its id; null when the key is revoked or gone. */
export async function callerOfKey(db: Database, keyId: string, known: KnownAccess): Promise<Caller | null> {
  const found = await known.find(`key ${keyId}`, () => readKey(db, "k.id = $1", keyId));
  return found === null ? null : used(db, found);
}
