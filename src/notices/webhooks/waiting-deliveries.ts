import type { Queries } from "#foundation/db/database";

/** How many deliveries are to be sent, now or later; those of webhooks that are disabled wait for somebody who enables them. */
export async function waitingDeliveries(db: Queries): Promise<number> {
  const [found] = await db.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
     WHERE d.status = 'pending' AND w.status = 'active'`,
    [],
  );
  return found?.waiting ?? 0;
}
