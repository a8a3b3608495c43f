import type { Payload, PayloadCodec } from "@temporalio/common";
import type { KeyRing } from "#foundation/encryption/key-ring";

const ENCRYPTED = "binary/encrypted";
const JSON_PLAIN = "json/plain";
const JSON_STRING = '"'.charCodeAt(0);

const encoder = new TextEncoder();
const textOf = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString();

/** Returns the purpose of a payload's encryption: if its encoding is changed afterwards, it does not decrypt. */
const purposeOf = (encoding: string): string => `temporal-payload ${encoding}`;

/**
 * Whether this is the query by which the UI reads a workflow's current details; the SDK answers it, and the answer is
 * not stored.
 */
function isWorkflowMetadata(data: Uint8Array): boolean {
  const text = textOf(data);
  return text.startsWith('{"definition":{"type":') && "currentDetails" in JSON.parse(text);
}

/**
 * Whether operators read it in the Temporal UI: summaries, details, memos and stack traces, which are strings. Payloads
 * between workflows and activities are never strings; `guard-activities.ts` ensures that.
 */
function isForOperators({ metadata, data }: Payload): boolean {
  if (data == null || data.length === 0) return true;
  return textOf(metadata?.encoding) === JSON_PLAIN && (data[0] === JSON_STRING || isWorkflowMetadata(data));
}

/**
 * Makes a codec that encrypts the inputs and results of workflows and activities on their way to Temporal. Unencrypted
 * payloads, such as histories of earlier versions, pass unchanged.
 */
export function createPayloadCodec(ring: KeyRing): PayloadCodec {
  const encode = async (payload: Payload): Promise<Payload> => {
    if (isForOperators(payload)) return payload;
    const { metadata, data } = payload;
    const encoding = textOf(metadata?.encoding);
    // A copy, because objects from a workflow's sandbox have that realm's own class.
    const encrypted = await ring.encrypt(Buffer.from(data ?? []), purposeOf(encoding));
    return {
      metadata: {
        ...metadata,
        encoding: encoder.encode(ENCRYPTED),
        "original-encoding": encoder.encode(encoding),
        // For operators who search for payloads under an old key.
        "encryption-key-id": encoder.encode(ring.keyIds[0] ?? ""),
      },
      data: encoder.encode(encrypted),
    };
  };

  const decode = async (payload: Payload): Promise<Payload> => {
    if (textOf(payload.metadata?.encoding) !== ENCRYPTED) return payload;
    const { "original-encoding": original, "encryption-key-id": _, ...metadata } = payload.metadata ?? {};
    const encoding = textOf(original);
    const data = await ring.decrypt(textOf(payload.data), purposeOf(encoding));
    return { metadata: { ...metadata, encoding: encoder.encode(encoding) }, data };
  };

  return {
    encode: (payloads) => Promise.all(payloads.map(encode)),
    decode: (payloads) => Promise.all(payloads.map(decode)),
  };
}
