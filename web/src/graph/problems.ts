import type { CombinedError } from "urql";

/** What went wrong, in words, and what the reader can do about it. */
export interface Problem {
  code: string;
  title: string;
  advice: string;
}

const ADVICE: Readonly<Record<string, { title: string; advice: string }>> = {
  UNAUTHORISED: {
    title: "You are no longer signed in",
    advice: "The key was revoked or has expired. Sign in with a valid one.",
  },
  FORBIDDEN: {
    title: "Your key does not allow this",
    advice: "Ask your administrator for a key with the scope that is named above.",
  },
  NOT_FOUND: { title: "It does not exist", advice: "It was removed, or it belongs to another team." },
  QUOTA_EXCEEDED: {
    title: "This month's discoveries are used up",
    advice: "A new month begins on the first (UTC); an administrator can raise the quota.",
  },
  RATE_LIMITED: { title: "Too many requests", advice: "Wait a minute, then try again." },
  CONFLICT: { title: "Something else is in progress", advice: "Wait until it has ended, or cancel it first." },
  INVALID_INPUT: { title: "This input is not valid", advice: "Change what is named above, then try again." },
  SERVICE_UNAVAILABLE: {
    title: "The server is not ready",
    advice: "It is starting, stopping or overloaded. Try again in a few seconds.",
  },
  NETWORK: {
    title: "The server cannot be reached",
    advice: "Check that it is running (npm start) and that you are connected, then try again.",
  },
};

const OTHERWISE = {
  title: "Something went wrong",
  advice: "Try again. If it still fails, the server's log has the reason at the time of your request.",
};

/** Describes an error of the graph for the reader. */
export function problemOf(error: CombinedError): Problem & { message: string } {
  const [first] = error.graphQLErrors;
  const stated = first?.extensions?.code;
  const unreached = error.networkError !== undefined && first === undefined;
  const refused = error.response?.status === 401;
  const code = typeof stated === "string" ? stated : refused ? "UNAUTHORISED" : unreached ? "NETWORK" : "UNKNOWN";
  return { code, ...(ADVICE[code] ?? OTHERWISE), message: unreached ? "" : (first?.message ?? "") };
}
