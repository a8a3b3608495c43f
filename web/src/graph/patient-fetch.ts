/** Number of further attempts, and the longest wait before each, in milliseconds. */
const ATTEMPTS = 4;
const LONGEST_WAIT_MS = 5_000;
/** A refusal for overload comes at once; a 503 that took longer has another cause. In milliseconds. */
const AT_ONCE_MS = 2_000;

/** Like `fetch`. Where an overloaded or starting server refuses a request unread, it is sent again when the server says. */
export async function patientFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const began = performance.now();
    const response = await fetch(input, init);
    const waitMs = 1000 * Number(response.headers.get("retry-after"));
    const wasRefused = response.status === 503 && waitMs > 0 && performance.now() - began < AT_ONCE_MS;
    if (!wasRefused || attempt === ATTEMPTS) return response;
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, LONGEST_WAIT_MS)));
  }
}
