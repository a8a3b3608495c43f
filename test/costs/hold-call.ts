import { paidCall } from "#costs/paid-call";
import { payerOfJob } from "#costs/payer";
import { openDatabase } from "#foundation/db/database";

/** Begins a call that never ends, for the payer in its arguments, says so, and waits to be killed. */
const [url = "", teamId, jobId, question = ""] = process.argv.slice(2);
const db = openDatabase(url, { maxConnections: 2 });
await paidCall(db, payerOfJob(Number(teamId), Number(jobId)), {
  provider: "test",
  operation: "ask",
  request: { question },
  capMicroUsd: 700,
  timeoutMs: 60_000,
  run: () => {
    process.stdout.write("calling\n");
    return new Promise(() => setInterval(() => {}, 60_000));
  },
});
