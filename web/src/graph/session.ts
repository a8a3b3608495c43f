/** How the page identifies the caller: a pasted key, or the token of an embedding page. */
export type Credentials = { kind: "key"; key: string } | { kind: "frame"; token: string };

const STORED = "explorer.key";

/** Returns the key of this tab, which ends with the tab. */
export function storedCredentials(): Credentials | null {
  const key = sessionStorage.getItem(STORED);
  return key === null ? null : { kind: "key", key };
}

export const keepKey = (key: string) => sessionStorage.setItem(STORED, key);
export const forgetKey = () => sessionStorage.removeItem(STORED);

/** Returns the headers of each request. */
export const headersOf = (credentials: Credentials): Record<string, string> =>
  credentials.kind === "key" ? { "x-api-key": credentials.key } : { "x-session-id": credentials.token };

/**
 * Takes the token from the address of an embedded page. Removes it from the address at once, so that neither the
 * history nor a copied address has it; keeps it only in memory.
 */
export function takeFrameToken(): Credentials | null {
  const address = new URL(location.href);
  const token = address.searchParams.get("sessionId");
  if (token === null || token === "") return null;
  address.searchParams.delete("sessionId");
  history.replaceState(history.state, "", address);
  return { kind: "frame", token };
}
