import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./clients.ts";
import { copyOf } from "./journal.ts";

/** Backs the product up again and again; some backups are killed. */
export async function keeper({ door, journal, random, system }: Client): Promise<void> {
  for (let round = 1; door.isOpen(); round++) {
    await sleep(random.between(1_000, 6_000));
    if (!door.isOpen()) return;
    const file = join(system.folder, `backup-${round}.gz`);
    const before = copyOf(journal);
    const killed = random.chance(0.2) ? { killAfterMs: random.between(300, 4_000) } : {};
    const { code } = await system.command(["backup", file, "--json"], killed);
    if (code !== 0) continue;
    journal.backups.push({ file, before });
    journal.acknowledged++;
  }
}
