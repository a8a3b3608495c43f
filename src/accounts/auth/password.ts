import { createRequire } from "node:module";
import { ServiceUnavailableError } from "#foundation/errors/index";
import { lazily } from "#foundation/loading/lazily";

const require = createRequire(import.meta.url);
const argon2 = lazily(() => require("@node-rs/argon2") as typeof import("@node-rs/argon2"));

/** OWASP's argon2id setting for interactive sign-in (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords verified at the same time: as many as libuv has threads, so at most 76 MiB. Others wait. */
const SLOTS = 4;
/** Maximum number of waiting verifications: further ones would time out anyway. */
const MAX_WAITING = 200;

let free = SLOTS;
const waiting: (() => void)[] = [];

/**
 * Runs password verification in one of a few slots, so that a burst of sign-ins cannot take all memory or threads.
 * @throws ServiceUnavailableError when too many wait already
 */
export async function withPasswordSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (free > 0) free--;
  else {
    if (waiting.length >= MAX_WAITING) throw new ServiceUnavailableError("too many sign-ins at once; try again later");
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  }
}

/** Hashes a password with argon2id and its own salt, in the PHC string format. */
export const hashPassword = (password: string): Promise<string> => argon2().hash(password, ARGON2ID);

let nobodys: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (an unknown e-mail) it takes the same time and returns false.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodys ??= hashPassword("the password of nobody");
  const matches = await argon2().verify(passwordHash ?? (await nobodys), password);
  return matches && passwordHash !== null;
}
