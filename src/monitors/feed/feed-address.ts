import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "#accounts/auth/caller";
import type { Database, Queries } from "#foundation/db/database";
import { assertMayRead, changeableMonitor } from "../manage-monitors.ts";

/** 256 bits: nobody finds one by trying. */
const TOKEN_BYTES = 32;

/**
 * Returns the stored form of a token: enough to recognise it, and too little to make the address from a copy of the
 * database.
 */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Returns the path of a feed. Whoever has it may read what the monitor tells. */
export const feedPath = (token: string, format: FeedFormat): string => `/feeds/monitors/${token}.${format}`;

export const FEED_FORMATS = ["atom", "rss"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/**
 * Gives a monitor's feed a new address, which replaces any earlier one.
 * @returns the secret part of the address, shown only this once
 * @throws NotFoundError, ForbiddenError
 */
export async function makeFeed(db: Pick<Database, "prisma">, caller: Caller, monitorId: number): Promise<string> {
  const { id, kind } = await changeableMonitor(db, caller, monitorId);
  assertMayRead(caller, kind);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await db.prisma.monitor.update({ where: { id }, data: { feedHash: hashOf(token), feedMadeAt: new Date() } });
  return token;
}

/** Revokes the address of a monitor's feed. @throws NotFoundError, ForbiddenError */
export async function revokeFeed(db: Pick<Database, "prisma">, caller: Caller, monitorId: number): Promise<number> {
  const { id } = await changeableMonitor(db, caller, monitorId);
  await db.prisma.monitor.update({ where: { id }, data: { feedHash: null, feedMadeAt: null } });
  return id;
}

/** A monitor as its feed shows it. */
export interface FeedMonitor {
  id: number;
  teamId: number;
  name: string;
  marketId: number | null;
  createdAt: Date;
}

/** Returns the monitor that a token opens; null where there is none. */
export async function monitorOfFeed(db: Queries, token: string): Promise<FeedMonitor | null> {
  const [monitor] = await db.query<FeedMonitor>(
    `SELECT id, team_id AS "teamId", name, market_id AS "marketId", created_at AS "createdAt"
     FROM monitors WHERE feed_hash = $1 AND status <> 'deleted'`,
    [hashOf(token)],
  );
  return monitor ?? null;
}
