import type { GraphContext, GraphServices } from "#schema/context";
import { readBody } from "./body.ts";
import { type RequestFacts, requestContext } from "./request-context.ts";

/** Reading so much of a body costs a point: a megabyte of small values takes about 200 ms. */
const BYTES_A_POINT = 8 * 1024;

export interface Received {
  context: GraphContext;
  body: Buffer;
}

/**
 * Lets a request in and reads its body. Who asks and whether there is room for it is settled by the headers alone; the body of one
 * who is not let in is counted, for 413 comes before 401, and thrown away. `checkBody` is asked of a body that is not empty.
 * @throws AppError PAYLOAD_TOO_LARGE; what `checkBody` throws; what `requestContext` throws, in this order
 */
export async function receive(
  services: GraphServices,
  facts: RequestFacts,
  checkBody: () => void = () => {},
): Promise<Received> {
  const [entered] = await Promise.allSettled([requestContext(services, facts)]);
  const { size, bytes } = await readBody(facts.request, { keep: entered.status === "fulfilled" });
  if (size > 0) checkBody();
  if (entered.status === "rejected") throw entered.reason;
  const context = entered.value;
  await context.admission.hold(Math.floor(size / BYTES_A_POINT));
  return { context, body: bytes };
}
