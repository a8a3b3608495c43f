import { z } from "zod";
import { SignInDocument } from "#generated/operations/graphql";
import { SessionAnswer } from "../contracts/session.ts";
import { text } from "../contracts/values.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E1: signs a user in with e-mail and password. */
export const signIn = procedure
  .meta({
    openapi: {
      method: "POST",
      path: "/v2/auth/sign-in",
      tags: ["Authentication"],
      summary: "Sign in a user",
      description:
        "Sets the cookie `session` (HttpOnly, SameSite=Lax), which expires after 12 hours without use and after 7 days at most. The user must belong to the key's team.",
      responseHeaders: z.object({ "set-cookie": z.string().describe("The cookie `session`.") }),
      successDescription: "The user is signed in.",
      errorResponses: [],
    },
    rest: {
      document: SignInDocument,
      invalidInput: "Bad Request",
      readsSessionId: false,
      errors: ["INVALID_INPUT"],
    },
  })
  .input(
    z
      .object({
        email: text().meta({ minLength: 1, maxLength: 254, description: "The e-mail address of the user." }),
        password: text().meta({
          minLength: 1,
          maxLength: 1024,
          format: "password",
          description: "The password of the user.",
        }),
      })
      .meta({ examples: [{ email: "ada@example.com", password: "correct horse battery" }] }),
  )
  .output(SessionAnswer)
  .mutation(async ({ input, ctx }) => {
    const { signIn: tokens } = await runOperation(SignInDocument, { input }, ctx.graph);
    return { message: "Signed in", ...tokens };
  });
