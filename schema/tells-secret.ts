/** Extension of a field whose value is a secret, such as a token: an answer with it is not kept for repeats. */
export const TELLS_SECRET = { tellsSecret: true };
