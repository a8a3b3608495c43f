import type { Queries } from "#foundation/db/database";

/** Counts the deliveries to send, now or later; those of disabled webhooks wait until somebody enables them. */
export async function waitingDeliveries(db: Queries): Promise<number> {
  const [found] = await db.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
     WHERE d.status = 'pending' AND w.status = 'active'`,
    [],
  );
  return found?.waiting ?? 0;
}
