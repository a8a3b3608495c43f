import type { Caller } from "./caller.ts";

/** The author that a record names: the signed-in user, otherwise the key. A UUID. */
export const authorOf = ({ userId, keyId }: Caller): string => userId ?? keyId;
