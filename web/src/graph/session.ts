/** How the page shows who asks: a key that was pasted, or the token of an embedding page. */
export type Credentials = { kind: "key"; key: string } | { kind: "frame"; token: string };

const STORED = "explorer.key";

/** The key of this tab; it ends with the tab. */
export function storedCredentials(): Credentials | null {
  const key = sessionStorage.getItem(STORED);
  return key === null ? null : { kind: "key", key };
}

export const keepKey = (key: string) => sessionStorage.setItem(STORED, key);
export const forgetKey = () => sessionStorage.removeItem(STORED);

/** The headers of each request. */
export const headersOf = (credentials: Credentials): Record<string, string> =>
  credentials.kind === "key" ? { "x-api-key": credentials.key } : { "x-session-id": credentials.token };

/**
 * The token in the address of an embedded page. It is taken out of the address at once, so that it is neither in the history nor in
 * what is copied from there; it stays in memory alone.
 */
export function takeFrameToken(): Credentials | null {
  const address = new URL(location.href);
  const token = address.searchParams.get("sessionId");
  if (token === null || token === "") return null;
  address.searchParams.delete("sessionId");
  history.replaceState(history.state, "", address);
  return { kind: "frame", token };
}
