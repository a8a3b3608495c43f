import { z } from "zod";
import { SignOutDocument } from "#generated/operations/graphql";
import { SignOutAnswer } from "../contracts/session.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** Ends a session. */
export const signOut = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/auth/sign-out",
      tags: ["Authentication"],
      summary: "End the session",
      description:
        "Ends the session of the cookie or the access token with all of its tokens immediately, and clears the cookie. Without a session, it does nothing.",
      responseHeaders: z.object({ "set-cookie": z.string().describe("Clears the cookie `session`.") }),
      successDescription: "The user is signed out.",
      errorResponses: [],
    },
    rest: { document: SignOutDocument, errors: [] },
  })
  .input(z.object({}))
  .output(SignOutAnswer)
  .mutation(async ({ ctx }) => {
    await runOperation(SignOutDocument, {}, ctx.graph);
    return { message: "Signed out" };
  });
