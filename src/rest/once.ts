import { AppError, ERROR_STATUS, isErrorCode } from "#foundation/errors/index";
import { beginOnce, giveUp, type IdempotencyClaim, keepAnswer } from "#foundation/idempotency/idempotency";
import { knownError } from "#schema/errors";
import type { RestContext } from "./trpc.ts";

type Handler<Input, Output> = (request: { input: Input; ctx: RestContext }) => Promise<Output>;

/** The stored form of a failure. */
interface KeptFailure {
  code: string;
  detail?: string | undefined;
  words?: string | undefined;
}

/** Failures that are not kept: a wrong input, too many requests, or a fault of the service. */
const isFinal = (status: number) => status !== 400 && status !== 429 && status < 500;

/** Repeats a kept answer: a value, or the same failure. */
function repeat<Output>(status: number, body: string): Output {
  if (status === 200) return JSON.parse(body) as Output;
  const { code, detail, words } = JSON.parse(body) as KeptFailure;
  if (!isErrorCode(code)) throw new Error(`a kept failure has the unknown code ${code}`);
  throw new AppError(code, detail, words);
}

const isOutage = (error: unknown): boolean => knownError(error)?.code === "SERVICE_UNAVAILABLE";

/** Keeps a final failure; any other one frees the key for a retry. */
async function settleFailure({ graph }: RestContext, claim: IdempotencyClaim, error: unknown): Promise<void> {
  const { prisma } = graph.db;
  if (isOutage(error)) {
    // Not awaited when the database is away: an attempt that an outage interrupted can be retried anyway.
    giveUp(prisma, claim).catch(() => {});
    return;
  }
  if (!(error instanceof AppError) || !isFinal(ERROR_STATUS[error.code])) return giveUp(prisma, claim);
  const failure: KeptFailure = { code: error.code, detail: error.detail, words: error.words };
  await keepAnswer(prisma, claim, { status: ERROR_STATUS[error.code], body: JSON.stringify(failure), headers: {} });
}

/**
 * An operation that a client may repeat under an `Idempotency-Key`: the first answer is kept and repeated. The key is
 * looked up after the input has passed its schema.
 */
export function once<Input, Output>(operation: string, handler: Handler<Input, Output>): Handler<Input, Output> {
  return async ({ input, ctx }) => {
    const { idempotencyKey: key, graph } = ctx;
    if (key === undefined) return handler({ input, ctx });
    const begun = await beginOnce(graph.db, { apiKeyId: graph.caller.keyId, operation, key, input });
    const replayed = () => ctx.setHeader("idempotency-replayed", "true");
    if (begun.answer !== undefined) {
      replayed();
      for (const [name, value] of Object.entries(begun.answer.headers)) ctx.setHeader(name, value);
      return repeat<Output>(begun.answer.status, begun.answer.body);
    }
    const { claim } = begun;
    // An earlier attempt did the work and died before it could answer.
    if (claim.effect !== null) replayed();
    const headers: Record<string, string> = {};
    const setHeader: RestContext["setHeader"] = (name, value) => {
      headers[name] = value;
      ctx.setHeader(name, value);
    };
    const value = await handler({
      input,
      ctx: { ...ctx, setHeader, graph: { ...graph, idempotency: claim } },
    }).catch(async (error: unknown) => {
      await settleFailure(ctx, claim, error);
      throw error;
    });
    await keepAnswer(graph.db.prisma, claim, { status: 200, body: JSON.stringify(value), headers }).catch(
      (error: unknown) => {
        // The effect is recorded: a retry answers from it.
        if (!isOutage(error)) throw error;
      },
    );
    return value;
  };
}
