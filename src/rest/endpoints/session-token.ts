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
      summary: "Make a token for an embedded frame",
      description:
        "With a session cookie or an access token it is the user's, otherwise the key's. It lives 60 minutes and needs no API key beside it.",
      successDescription: "The frame token.",
      errorResponses: [],
    },
    rest: { document: CreateFrameTokenDocument, errors: [] },
  })
  .input(z.object({}))
  .output(FrameTokenAnswer)
  .query(async ({ ctx }) => (await runOperation(CreateFrameTokenDocument, {}, ctx.graph)).createFrameToken);
