import type { FrameToken as FrameTokenShape } from "#accounts/auth/create-frame-token";
import type { SessionTokens as SessionTokensShape } from "#accounts/auth/session-tokens";
import { UserNotAuthenticatedError } from "#foundation/errors/index";
import { builder } from "./builder.ts";
import { FORGIVES_IDENTITY } from "./forgives-identity.ts";
import { TELLS_SECRET } from "./tells-secret.ts";

const SessionTokens = builder.objectRef<SessionTokensShape>("SessionTokens").implement({
  description: "The tokens of a signed-in user. They identify the user, and are sent in addition to an API key.",
  fields: (t) => ({
    accessToken: t.exposeString("accessToken", { description: "The access token, which is sent with requests." }),
    refreshToken: t.exposeString("refreshToken", {
      description:
        "The refresh token for `refreshSession`, valid for 30 days and one use. A second use ends the session.",
    }),
    expiresIn: t.exposeInt("expiresIn", { description: "The lifetime of the access token, in seconds." }),
    expiresAt: t.exposeFloat("expiresAt", {
      description: "When the access token expires, as Unix time in milliseconds.",
    }),
  }),
});

const FrameToken = builder.objectRef<FrameTokenShape>("FrameToken").implement({
  description:
    "A token for an embedded frame, which replaces the API key in the browser. It has at most the permissions of its key.",
  fields: (t) => ({
    accessToken: t.exposeString("accessToken", { description: "The frame token." }),
    expiresIn: t.exposeInt("expiresIn", { description: "The lifetime of the token, in seconds." }),
    expiresAt: t.exposeFloat("expiresAt", { description: "When the token expires, as Unix time in milliseconds." }),
  }),
});

const SignInInput = builder.inputType("SignInInput", {
  description: "The input of `signIn`.",
  fields: (t) => ({
    email: t.string({ description: "The e-mail address of the user.", required: true }),
    password: t.string({ description: "The password of the user.", required: true }),
  }),
});

const RefreshSessionInput = builder.inputType("RefreshSessionInput", {
  description: "The input of `refreshSession`.",
  fields: (t) => ({ refreshToken: t.string({ description: "The refresh token of the session.", required: true }) }),
});

builder.mutationFields((t) => ({
  signIn: t.field({
    type: SessionTokens,
    description:
      "Signs in a user of the key's team, and sets the session cookie. Fails with UNAUTHORISED if the e-mail address or the password is wrong, and with RATE_LIMITED after too many failures.",
    authScopes: { apiKey: true },
    // A password takes 40 ms to verify, on purpose.
    complexity: 2_000,
    extensions: { ...FORGIVES_IDENTITY, ...TELLS_SECRET },
    args: { input: t.arg({ description: "The credentials of the user.", type: SignInInput, required: true }) },
    resolve: async (_root, { input }, { auth, caller, address, setCookie }) => {
      const { setCookie: cookie, ...tokens } = await auth.signIn(caller, input, address);
      setCookie(cookie);
      return tokens;
    },
  }),
  refreshSession: t.field({
    type: SessionTokens,
    description:
      "Exchanges a refresh token for new tokens. A refresh token can be used only once; a second use ends the session and fails with UNAUTHORISED.",
    authScopes: { apiKey: true },
    extensions: { ...FORGIVES_IDENTITY, ...TELLS_SECRET },
    args: { input: t.arg({ description: "The refresh token.", type: RefreshSessionInput, required: true }) },
    resolve: (_root, { input }, { auth, caller }) => auth.refreshSession(caller, input.refreshToken),
  }),
  signOut: t.boolean({
    description: "Ends the caller's session and clears its cookie. Returns false if there was no session.",
    authScopes: { apiKey: true },
    extensions: { ...FORGIVES_IDENTITY, ...TELLS_SECRET },
    resolve: async (_root, _args, { auth, caller, setCookie }) => {
      const { ended, setCookie: cookie } = await auth.signOut(caller);
      // Also for an invalid session, so that the browser forgets it.
      setCookie(cookie);
      if (caller.identityRefused) throw new UserNotAuthenticatedError();
      return ended;
    },
  }),
  createFrameToken: t.field({
    type: FrameToken,
    description:
      "Creates a token for an embedded frame. It acts for the signed-in user or, if no user is signed in, for the key.",
    authScopes: { apiKey: true },
    extensions: TELLS_SECRET,
    resolve: (_root, _args, { auth, caller }) => auth.createFrameToken(caller),
  }),
}));
