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
    message: z.string(),
    accessToken: token("Identifies the user, together with the API key: `Authorization: Bearer`."),
    refreshToken: token("Valid for one use within 30 days."),
    expiresIn: z.int().meta({ description: "The lifetime of the access token in seconds." }),
    expiresAt: z.int().meta({ description: "When the access token expires: Unix time in milliseconds." }),
  })
  .meta({ id: "SessionAnswer" });

/** The answer to sign-out. */
export const SignOutAnswer = z.strictObject({ message: z.string() });

/** E2's answer, without an envelope. */
export const FrameTokenAnswer = z.strictObject({
  accessToken: token("A frame token: `sessionId` in the frame's URL, then the header `x-session-id`."),
});
