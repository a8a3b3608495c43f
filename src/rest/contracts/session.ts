import { z } from "zod";

/** Three segments of letters, digits, hyphen and underscore. */
const token = (description: string) =>
  z
    .string()
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    .meta({ description });

/** The answer to sign-in and refresh. */
export const SessionAnswer = z
  .strictObject({
    message: z.string().describe("What was done, in words."),
    accessToken: token(
      "The access token, which identifies the user. Send it as `Authorization: Bearer`, in addition to the API key.",
    ),
    refreshToken: token("The refresh token for `POST /v2/auth/refresh`, valid for 30 days and one use."),
    expiresIn: z.int().describe("The lifetime of the access token, in seconds."),
    expiresAt: z.int().describe("When the access token expires, as Unix time in milliseconds."),
  })
  .meta({ id: "SessionAnswer" });

/** The answer to sign-out. */
export const SignOutAnswer = z.strictObject({ message: z.string().describe("What was done, in words.") });

/** E2's answer, without an envelope. */
export const FrameTokenAnswer = z.strictObject({
  accessToken: token(
    "The frame token, valid for 60 minutes. It is the parameter `sessionId` in the URL of the frame, and then the header `x-session-id` of the frame's requests.",
  ),
});
