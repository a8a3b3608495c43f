import type { Caller } from "./caller.ts";

/** Who a record is said to be made by: the user who is signed in, otherwise the key. A UUID. */
export const authorOf = ({ userId, keyId }: Caller): string => userId ?? keyId;
