// Sends attacks for a while: node attackers.ts '{"attacks","connections","seconds",...}'; the result is a line of JSON.
import { Agent } from "node:http";
import { setPriority } from "node:os";
import { type Arms, ATTACKS, type AttackName } from "./attacks.ts";
import { send } from "./send.ts";

export interface Assault extends Arms {
  attacks: readonly AttackName[];
  connections: number;
  seconds: number;
  /** Where the numbers of the requests begin: no document comes twice. */
  from: number;
}

/** How often each status came, or each code of an error. */
export type Got = Record<string, number>;

const assault: Assault = JSON.parse(process.argv[2] ?? "{}");
// Attackers have machines of their own: here they take what the server, PostgreSQL and the clients leave.
setPriority(19);
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const got: Got = {};
const until = performance.now() + assault.seconds * 1_000;
let next = assault.from;

async function attack(name: AttackName): Promise<void> {
  while (performance.now() < until) {
    const outcome = await send(assault.url, agent, ATTACKS[name].request(next++, assault));
    got[outcome] = (got[outcome] ?? 0) + 1;
  }
}

const done = Promise.all(
  Array.from({ length: assault.connections }, (_, i) =>
    attack(assault.attacks[i % assault.attacks.length] as AttackName),
  ),
);
// Requests that are still waiting at the end are broken off, as an attacker's would be.
await Promise.race([done, new Promise((resolve) => setTimeout(resolve, assault.seconds * 1_000 + 200))]);
process.stdout.write(`${JSON.stringify({ got, sent: next - assault.from })}\n`, () => process.exit());
