import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DatabaseWatch, watchDatabase } from "#foundation/db/database-watch";
import { REQUEST_LIMITS } from "#foundation/db/limits";
import type { Listener } from "#foundation/db/listener";
import { startWakeLoop } from "#foundation/db/wake-loop";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { eventually } from "../support/system.ts";

describe("a wake loop", () => {
  let database: TestDatabase;
  let watch: DatabaseWatch;
  let listener: Listener;
  let loop: ReturnType<typeof startWakeLoop>;
  /** What its steps were told; null: everything. */
  const steps: (string[] | null)[] = [];
  /** What has arrived. */
  const arrived: (string | null)[] = [];
  /** Ends the step that was woken by `slow`. */
  let goOn = () => {};
  beforeAll(async () => {
    database = await createTestDatabase();
    watch = watchDatabase(database.url, { limits: REQUEST_LIMITS });
    listener = watch.listen("woken");
    loop = startWakeLoop({ listener, log: pino({ level: "silent" }) }, async (woken) => {
      steps.push(woken === null ? null : [...woken].sort());
      if (woken?.has("failing")) throw new Error("half way");
      if (woken?.has("slow")) await new Promise<void>((resolve) => (goOn = resolve));
    });
    listener.subscribe((payload) => arrived.push(payload));
    await eventually(
      async () => listener.isListening(),
      (isListening) => isListening,
    );
  });
  afterAll(async () => {
    goOn();
    await loop?.stop();
    await watch?.close();
    await database?.drop();
  });

  /** Resolves when the listener has told all of them. */
  async function notify(...payloads: string[]): Promise<void> {
    arrived.length = 0;
    for (const payload of payloads) await database.db.query("SELECT pg_notify('woken', $1)", [payload]);
    await eventually(
      async () => arrived.length,
      (count) => count >= payloads.length,
    );
  }
  const told = (expected: readonly (string[] | null)[]) =>
    eventually(
      async () => [...steps],
      (found) => isDeepStrictEqual(found, expected),
      10_000,
    );

  /** Before anything else is said: what arrives in one piece with `slow` would be told together with it. */
  async function startSlowStep(): Promise<void> {
    await notify("slow");
    await told([["slow"]]);
  }

  // Right after it has looked at everything, two seconds pass until it does so by itself.
  beforeEach(async () => {
    steps.length = 0;
    await notify("");
    await eventually(
      async () => steps.includes(null),
      (isTold) => isTold,
    );
    steps.length = 0;
  });

  it("is told what it was woken for, and all of it together where a step took longer", async () => {
    await startSlowStep();
    await notify("one", "two", "one");
    goOn();
    await told([["slow"], ["one", "two"]]);
  });

  it("looks at everything for a notification that names nothing, also beside one that does", async () => {
    await startSlowStep();
    await notify("one", "");
    goOn();
    await told([["slow"], null]);
  });

  it("looks at everything every two seconds, however often it is woken for something", async () => {
    for (const end = performance.now() + 2_500; performance.now() < end; await sleep(20)) await notify("one");
    expect(steps).toContainEqual(["one"]);
    expect(steps).toContain(null);
  });

  it("looks at everything after a step that failed", async () => {
    await notify("failing");
    await told([["failing"]]);
    await notify("one");
    await told([["failing"], null]);
  });
});
