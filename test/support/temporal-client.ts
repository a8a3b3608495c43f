import { Client, Connection } from "@temporalio/client";
import type { TestSystem } from "./system.ts";

/** A client of a system's Temporal that reads its payloads, as an operator has it. The test closes its `connection`. */
export async function connectTemporal({ config, codec }: TestSystem): Promise<Client> {
  const { port, namespace } = config.temporal;
  return new Client({
    connection: await Connection.connect({ address: `127.0.0.1:${port}` }),
    namespace,
    dataConverter: { payloadCodecs: [codec] },
  });
}
