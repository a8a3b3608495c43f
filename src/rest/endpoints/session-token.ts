import { z } from "zod";
import { CreateFrameTokenDocument } from "#generated/operations/graphql";
import { FrameTokenAnswer } from "../contracts/session.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** E2: makes a token for an embedded frame. */
export const sessionToken = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/auth/session",
      tags: ["Authentication"],
      summary: "Create a token for an embedded frame",
      description:
        "With a session cookie or an access token, the token is for the user, otherwise for the key. It is valid for 60 minutes and replaces the API key.",
      successDescription: "The frame token.",
      errorResponses: [],
    },
    rest: { document: CreateFrameTokenDocument, errors: [] },
  })
  .input(z.object({}))
  .output(FrameTokenAnswer)
  .query(async ({ ctx }) => (await runOperation(CreateFrameTokenDocument, {}, ctx.graph)).createFrameToken);
