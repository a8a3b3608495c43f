import type { GraphContext, GraphServices } from "#schema/context";
import { readBody } from "./body.ts";
import { type RequestFacts, requestContext } from "./request-context.ts";

/** Bytes of a body whose reading costs a point: a megabyte of small values takes about 200 ms. */
const BYTES_A_POINT = 8 * 1024;

export interface Received {
  context: GraphContext;
  body: Buffer;
}

/**
 * Admits a request and reads its body. Authentication and admission need only the headers. The body of a refused
 * request is counted, because 413 takes precedence over 401, and discarded. `checkBody` checks a non-empty body.
 * @throws AppError PAYLOAD_TOO_LARGE; what `checkBody` throws; what `requestContext` throws, in this order
 */
export async function receive(
  services: GraphServices,
  facts: RequestFacts,
  checkBody: () => void = () => {},
): Promise<Received> {
  let context: GraphContext;
  try {
    context = await requestContext(services, facts);
  } catch (refusal) {
    if ((await readBody(facts.request, { keep: false })).size > 0) checkBody();
    throw refusal;
  }
  const { size, bytes } = await readBody(facts.request);
  if (size > 0) checkBody();
  await context.admission.hold(Math.floor(size / BYTES_A_POINT));
  return { context, body: bytes };
}
