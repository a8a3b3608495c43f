import { createContext, useContext } from "react";
import type { SessionQuery } from "../generated/graphql.ts";
import type { Scope } from "./scopes.ts";

export type Viewer = SessionQuery["viewer"];

export interface Session {
  viewer: Viewer;
  /** Whether the key has one of these scopes. */
  may(...scopes: Scope[]): boolean;
  signOut(): void;
}

export const SessionContext = createContext<Session | null>(null);

/** Returns who is signed in. @throws Error outside a session, which is a bug of ours */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("this part is shown to people who are signed in");
  return session;
}
