import { randomUUID } from "node:crypto";
import { actingTeam, authorOf, type Caller, owned } from "#accounts/auth/caller";
import { requireTeam } from "#accounts/teams/find-team";
import type { Database } from "#foundation/db/database";
import type { KeyRing } from "#foundation/encryption/key-ring";
import { ConflictError, ForbiddenError, InvalidInputError } from "#foundation/errors/index";
import { isStorableText } from "#foundation/language/storable-text";
import { checkUrl, hostAndPortOf } from "#providers/fetching/check-url";
import { FetchRefusedError } from "#providers/fetching/errors";
import { NOTICES_CHANNEL, type NoticeKind } from "../notice.ts";
import { newSecret, type StoredSecret, validSecrets } from "./secrets.ts";

export interface WebhookDeps {
  db: Pick<Database, "prisma" | "query">;
  ring: KeyRing;
  /** Pairs of host and port that may be reached although they are not public. */
  mayFetch: ReadonlySet<string>;
}

export interface NewWebhook {
  teamId?: number | null | undefined;
  url: string;
  description?: string | null | undefined;
  /** Empty or absent means all. */
  kinds?: readonly NoticeKind[] | null | undefined;
}

const MOST_WEBHOOKS = 20;
const LONGEST_DESCRIPTION = 500;
/** How long the previous secret stays valid beside a new one. */
const DEFAULT_OVERLAP_HOURS = 24;
const MOST_OVERLAP_HOURS = 24 * 30;

/**
 * Returns how an operator can allow a refused address: those of the inner network are allowed by host and port. Empty
 * for an address that is refused in any case.
 */
function cureOf(url: string): string {
  const hostAndPort = URL.canParse(url) ? hostAndPortOf(new URL(url)) : "";
  try {
    checkUrl(url, undefined, new Set([hostAndPort]));
  } catch {
    return "";
  }
  return ` Addresses of the inner network are for tests and development: the operator allows this one with FETCH_ALLOW=${hostAndPort}.`;
}

/** @throws InvalidInputError for an address that is never sent to */
function checkedUrl(url: string, mayFetch: ReadonlySet<string>): string {
  try {
    const checked = checkUrl(url, undefined, mayFetch);
    if (checked.protocol !== "https:" && !mayFetch.has(hostAndPortOf(checked)))
      throw new InvalidInputError("url must begin with https://");
    return checked.href;
  } catch (error) {
    if (error instanceof FetchRefusedError) throw new InvalidInputError(`url: ${error.message}${cureOf(url)}`);
    throw error;
  }
}

/**
 * Makes a webhook, which receives notices from now on.
 * @returns its id, and the secret that signs its messages, shown only this once
 * @throws InvalidInputError, ForbiddenError, NotFoundError (team), ConflictError where the team has too many
 */
export async function createWebhook(
  { db, ring, mayFetch }: WebhookDeps,
  caller: Caller,
  input: NewWebhook,
): Promise<{ id: number; secret: string }> {
  const { prisma } = db;
  const teamId = actingTeam(caller, input.teamId);
  if (teamId === null) throw new InvalidInputError("teamId is missing: a platform key has to name the team");
  const ofMarkets = caller.scopes.has("markets:read");
  const ofEvents = caller.scopes.has("impact:read") && caller.subscriptions.has("events-monitor");
  if (!ofMarkets && !ofEvents)
    throw new ForbiddenError("the key cannot read notices, because it lacks the scope markets:read");
  const url = checkedUrl(input.url, mayFetch);
  const description = input.description?.trim() ?? "";
  if (description.length > LONGEST_DESCRIPTION || !isStorableText(description))
    throw new InvalidInputError(`description must be a text of at most ${LONGEST_DESCRIPTION} characters`);
  await requireTeam(prisma, teamId);
  if ((await prisma.webhook.count({ where: { teamId, status: { not: "deleted" } } })) >= MOST_WEBHOOKS)
    throw new ConflictError(`a team has at most ${MOST_WEBHOOKS} webhooks: delete one`);
  const { shown, stored } = await newSecret(ring, teamId);
  const [made] = await db.query<{ id: number }>(
    `INSERT INTO webhooks (team_id, url, description, kinds, of_markets, of_events, secrets, created_by, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce((SELECT sequence FROM notice_logs WHERE team_id = $1), 0)) RETURNING id`,
    [
      teamId,
      url,
      description,
      [...new Set(input.kinds ?? [])],
      ofMarkets,
      ofEvents,
      JSON.stringify([stored]),
      authorOf(caller),
    ],
  );
  if (made === undefined) throw new Error("a webhook was not written");
  return { id: made.id, secret: shown };
}

/** Returns a webhook of the caller's that is not deleted. @throws NotFoundError */
async function changeable({ db }: Pick<WebhookDeps, "db">, caller: Caller, webhookId: number) {
  const found = await db.prisma.webhook.findUnique({ where: { id: webhookId } });
  return owned(caller, found?.status === "deleted" ? null : found, `webhook ${webhookId}`);
}

const wake = ({ db }: Pick<WebhookDeps, "db">, teamId: number) =>
  db.query(`SELECT pg_notify('${NOTICES_CHANNEL}', $1)`, [String(teamId)]);

/**
 * Makes a new secret; the previous one stays valid beside it for a while, so that receivers can change over.
 * @returns the secret, shown only this once
 * @throws NotFoundError, InvalidInputError
 */
export async function rotateSecret(
  deps: WebhookDeps,
  caller: Caller,
  { webhookId, overlapHours }: { webhookId: number; overlapHours?: number | null | undefined },
): Promise<{ id: number; secret: string }> {
  const hours = overlapHours ?? DEFAULT_OVERLAP_HOURS;
  if (hours < 0 || hours > MOST_OVERLAP_HOURS)
    throw new InvalidInputError(`overlapHours must be 0–${MOST_OVERLAP_HOURS}`);
  const { id, teamId, secrets } = await changeable(deps, caller, webhookId);
  const { shown, stored } = await newSecret(deps.ring, teamId);
  const now = new Date();
  const expiresAt = new Date(now.getTime() + hours * 3_600_000).toISOString();
  const [newest] = validSecrets(secrets as unknown as StoredSecret[], now);
  const kept = newest === undefined ? [stored] : [stored, { ...newest, expiresAt }];
  await deps.db.prisma.webhook.update({ where: { id }, data: { secrets: kept as object[] } });
  return { id, secret: shown };
}

/** Disables or enables a webhook; once enabled, it also gets the notices from meanwhile. @throws NotFoundError */
export async function setDisabled(
  deps: WebhookDeps,
  caller: Caller,
  webhookId: number,
  isDisabled: boolean,
): Promise<number> {
  const { id, teamId } = await changeable(deps, caller, webhookId);
  await deps.db.prisma.webhook.update({
    where: { id },
    data: isDisabled
      ? { status: "disabled", disabledBecause: "by hand" }
      : { status: "active", disabledBecause: "", failingSince: null },
  });
  await wake(deps, teamId);
  return id;
}

/** @throws NotFoundError */
export async function deleteWebhook(deps: WebhookDeps, caller: Caller, webhookId: number): Promise<number> {
  const { id } = await changeable(deps, caller, webhookId);
  await deps.db.prisma.$transaction([
    deps.db.prisma.webhook.update({ where: { id }, data: { status: "deleted", secrets: [] } }),
    deps.db.prisma.webhookDelivery.deleteMany({ where: { webhookId: id } }),
  ]);
  return id;
}

/** Sends a `ping`. @returns the delivery's id @throws NotFoundError, ConflictError */
export async function ping(deps: WebhookDeps, caller: Caller, webhookId: number): Promise<string> {
  const { id, teamId, status } = await changeable(deps, caller, webhookId);
  if (status === "disabled") throw new ConflictError("the webhook is disabled: enable it first");
  const delivery = await deps.db.prisma.webhookDelivery.create({
    data: { id: randomUUID(), webhookId: id, sequence: 0, kind: "ping" },
    select: { id: true },
  });
  await wake(deps, teamId);
  return delivery.id;
}

/** Sends a delivery again, with the same id and as many attempts as a new one. @throws NotFoundError, ConflictError */
export async function redeliver(deps: WebhookDeps, caller: Caller, deliveryId: string): Promise<string> {
  const found = await deps.db.prisma.webhookDelivery.findUnique({
    where: { id: deliveryId },
    select: { id: true, webhook: { select: { teamId: true, status: true } } },
  });
  const { teamId, status } = owned(caller, found?.webhook ?? null, `delivery ${deliveryId}`);
  if (status !== "active") throw new ConflictError("the webhook is disabled: enable it first");
  await deps.db.prisma.webhookDelivery.update({
    where: { id: deliveryId },
    data: { status: "pending", attempts: 0, nextAttemptAt: new Date(), firstAttemptAt: null },
  });
  await wake(deps, teamId);
  return deliveryId;
}
