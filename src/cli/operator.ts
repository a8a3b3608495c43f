import { hostname, userInfo } from "node:os";

let named: string | undefined;

/** Names who runs the command of this process, where that is not the account of the operating system. */
export function nameOperator(author: string | undefined): void {
  named = author;
}

/** Returns who runs the command: as named, or else the account. */
export function operatorName(): string {
  if (named !== undefined) return named;
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no account.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Returns the machine that the command runs on. */
export const operatorHost = (): string => hostname();
