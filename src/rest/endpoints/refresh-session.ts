import { z } from "zod";
import { RefreshSessionDocument } from "#generated/operations/graphql";
import { SessionAnswer } from "../contracts/session.ts";
import { text } from "../contracts/values.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** Exchanges a refresh token for new tokens. */
export const refreshSession = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/auth/refresh",
      tags: ["Authentication"],
      summary: "Renew the tokens of a session",
      description:
        "Exchanges the refresh token for new tokens. It can be used only once; a second use ends the session with all of its tokens.",
      successDescription: "New tokens.",
      errorResponses: [],
    },
    rest: { document: RefreshSessionDocument, errors: ["INVALID_INPUT"] },
  })
  .input(z.object({ refreshToken: text().meta({ minLength: 1, description: "The refresh token." }) }))
  .output(SessionAnswer)
  .mutation(async ({ input, ctx }) => {
    const { refreshSession: tokens } = await runOperation(RefreshSessionDocument, { input }, ctx.graph);
    return { message: "Session renewed", ...tokens };
  });
