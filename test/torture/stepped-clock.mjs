// Loaded before a program of ours (`node --import`): its clock is off by the milliseconds in the file of CLOCK_FILE, which
// SIGUSR2 has read anew. Timers and performance.now() go on evenly, as they do when a machine's clock is set.
import { readFileSync } from "node:fs";

const RealDate = Date;
let offset = 0;

function readOffset() {
  try {
    offset = Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
  } catch {
    offset = 0;
  }
}

const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

readOffset();
process.on("SIGUSR2", readOffset);
