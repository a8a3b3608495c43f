import { AppError, ERROR_STATUS, isErrorCode } from "#foundation/errors/index";
import type { KeptAnswer } from "#foundation/idempotency/idempotency";
import { type Attempt, isFinal, isOutage, once as runOnce } from "#server/once";
import type { RestContext } from "./trpc.ts";

type Handler<Input, Output> = (request: { input: Input; ctx: RestContext }) => Promise<Output>;

/** The stored form of a failure. */
interface KeptFailure {
  code: string;
  detail?: string | undefined;
  words?: string | undefined;
}

/** Repeats a kept answer: a value, or the same failure. */
function repeat<Output>({ status, body }: KeptAnswer): Output {
  if (status === 200) return JSON.parse(body) as Output;
  const { code, detail, words } = JSON.parse(body) as KeptFailure;
  if (!isErrorCode(code)) throw new Error(`a kept failure has the unknown code ${code}`);
  throw new AppError(code, detail, words);
}

/** Converts a failure to an attempt: a final one is kept. */
function failed(error: unknown): Attempt<never> {
  const isKept = error instanceof AppError && isFinal(ERROR_STATUS[error.code]);
  const told = isKept ? JSON.stringify({ code: error.code, detail: error.detail, words: error.words }) : "";
  return {
    kept: isKept ? { status: ERROR_STATUS[error.code], body: told, headers: {} } : null,
    isOutage: isOutage(error),
    give() {
      throw error;
    },
  };
}

/**
 * Wraps an operation that a client may repeat under an `Idempotency-Key`: the first answer is kept and repeated. Looks
 * the key up after the input has passed its schema.
 */
export function once<Input, Output>(operation: string, handler: Handler<Input, Output>): Handler<Input, Output> {
  return async ({ input, ctx }) => {
    const { idempotencyKey: key, graph } = ctx;
    if (key === undefined) return handler({ input, ctx });
    const request = { apiKeyId: graph.caller.keyId, operation, key, input };
    return runOnce<Output>(graph.db, request, {
      onReplay: () => ctx.setHeader("idempotency-replayed", "true"),
      repeat(kept) {
        for (const [name, value] of Object.entries(kept.headers)) ctx.setHeader(name, value);
        return repeat<Output>(kept);
      },
      attempt(claim) {
        const headers: Record<string, string> = {};
        const setHeader: RestContext["setHeader"] = (name, value) => {
          headers[name] = value;
          ctx.setHeader(name, value);
        };
        return handler({ input, ctx: { ...ctx, setHeader, graph: { ...graph, idempotency: claim } } }).then(
          (value) => ({
            kept: { status: 200, body: JSON.stringify(value), headers },
            isOutage: false,
            give: () => value,
          }),
          failed,
        );
      },
    });
  };
}
