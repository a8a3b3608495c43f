/** Size limit of an answer, in bytes: a model's answer has some thousand tokens. */
const MOST_BYTES = 5_000_000;

/**
 * Node's fetch for the configured server only. Follows no redirect, because key and texts must not be passed on, and
 * cuts off an endless answer.
 */
export async function boundedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (response.body === null) return response;
  let size = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > MOST_BYTES) controller.error(new RangeError(`an answer of more than ${MOST_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}
