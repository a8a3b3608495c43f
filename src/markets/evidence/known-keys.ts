import { createPublicKey } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { InvalidInputError } from "#foundation/errors/index";

const asJson = (text: string): { keys?: JWK[] } & JWK => {
  try {
    return JSON.parse(text);
  } catch {
    return createPublicKey(text).export({ format: "jwk" }) as JWK;
  }
};

/**
 * Returns the thumbprints (RFC 7638) of the public keys in a text: a JWK, a JSON Web Key Set, or PEM. @throws
 * InvalidInputError where it is none of them
 */
export async function thumbprintsOf(text: string): Promise<string[]> {
  try {
    const { keys, ...key } = asJson(text);
    return await Promise.all((keys ?? [key]).map((one) => calculateJwkThumbprint(one)));
  } catch {
    throw new InvalidInputError("the key must be a JWK, a JSON Web Key Set or a public key in PEM");
  }
}
