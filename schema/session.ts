import type { FrameToken as FrameTokenShape } from "#accounts/auth/create-frame-token";
import type { SessionTokens as SessionTokensShape } from "#accounts/auth/session-tokens";
import { UserNotAuthenticatedError } from "#foundation/errors/index";
import { builder } from "./builder.ts";
import { FORGIVES_IDENTITY } from "./forgives-identity.ts";
import { TELLS_SECRET } from "./tells-secret.ts";

const SessionTokens = builder.objectRef<SessionTokensShape>("SessionTokens").implement({
  description:
    "The tokens of a signed-in user. They identify the user and are sent together with an API key, which they do not replace.",
  fields: (t) => ({
    accessToken: t.exposeString("accessToken", { description: "The token for requests." }),
    refreshToken: t.exposeString("refreshToken", { description: "Valid for one use. A second use ends the session." }),
    expiresIn: t.exposeInt("expiresIn", { description: "The lifetime of the access token in seconds." }),
    expiresAt: t.exposeFloat("expiresAt", { description: "When the access token expires: Unix time in milliseconds." }),
  }),
});

const FrameToken = builder.objectRef<FrameTokenShape>("FrameToken").implement({
  description:
    "A token for an embedded frame, which replaces the API key in the browser. It has at most the permissions of its key.",
  fields: (t) => ({
    accessToken: t.exposeString("accessToken", { description: "The token." }),
    expiresIn: t.exposeInt("expiresIn", { description: "The lifetime of the token in seconds." }),
    expiresAt: t.exposeFloat("expiresAt", { description: "When the token expires: Unix time in milliseconds." }),
  }),
});

const SignInInput = builder.inputType("SignInInput", {
  description: "Who signs in.",
  fields: (t) => ({
    email: t.string({ description: "The user's e-mail address.", required: true }),
    password: t.string({ description: "The user's password.", required: true }),
  }),
});

const RefreshSessionInput = builder.inputType("RefreshSessionInput", {
  description: "A session to renew.",
  fields: (t) => ({ refreshToken: t.string({ description: "The session's refresh token.", required: true }) }),
});

builder.mutationFields((t) => ({
  signIn: t.field({
    type: SessionTokens,
    description: "Signs in a user of the key's team, and sets the session cookie.",
    authScopes: { apiKey: true },
    // A password takes 40 ms to verify, on purpose.
    complexity: 2_000,
    extensions: { ...FORGIVES_IDENTITY, ...TELLS_SECRET },
    args: { input: t.arg({ description: "Who signs in.", type: SignInInput, required: true }) },
    resolve: async (_root, { input }, { auth, caller, address, setCookie }) => {
      const { setCookie: cookie, ...tokens } = await auth.signIn(caller, input, address);
      setCookie(cookie);
      return tokens;
    },
  }),
  refreshSession: t.field({
    type: SessionTokens,
    description: "Exchanges a refresh token for new tokens. The refresh token can be used only once.",
    authScopes: { apiKey: true },
    extensions: { ...FORGIVES_IDENTITY, ...TELLS_SECRET },
    args: { input: t.arg({ description: "The token.", type: RefreshSessionInput, required: true }) },
    resolve: (_root, { input }, { auth, caller }) => auth.refreshSession(caller, input.refreshToken),
  }),
  signOut: t.boolean({
    description: "Ends the caller's session and clears its cookie. Returns false where there was no session.",
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
      "Creates a token for an embedded frame, for the signed-in user, or for the key where no user is signed in.",
    authScopes: { apiKey: true },
    extensions: TELLS_SECRET,
    resolve: (_root, _args, { auth, caller }) => auth.createFrameToken(caller),
  }),
}));
