/** Kinds of arrays in an index. */
export type Section = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;
type Kind = keyof typeof KINDS;

interface Header {
  meta: unknown;
  sections: { name: string; kind: Kind; length: number; offset: number }[];
}

const MAGIC = "MKTIDX01";
const PREFIX_BYTES = 16;

/**
 * Writes `meta` (JSON) and named arrays into one buffer: magic, length of the header, header, arrays aligned to 8
 * bytes.
 */
export function packSections(meta: unknown, arrays: Record<string, Section>): Buffer {
  const header: Header = { meta, sections: [] };
  let offset = 0;
  for (const [name, array] of Object.entries(arrays)) {
    header.sections.push({ name, kind: kindOf(array), length: array.length, offset });
    offset += align(array.byteLength);
  }
  const text = Buffer.from(JSON.stringify(header));
  const start = PREFIX_BYTES + align(text.length);
  const buffer = Buffer.alloc(start + offset);
  buffer.write(MAGIC, 0, "latin1");
  buffer.writeDoubleLE(text.length, 8);
  text.copy(buffer, PREFIX_BYTES);
  header.sections.forEach(({ name, offset: at }) => {
    const array = arrays[name];
    if (array) Buffer.from(array.buffer, array.byteOffset, array.byteLength).copy(buffer, start + at);
  });
  return buffer;
}

/**
 * Reads a buffer of `packSections`. The arrays are views of one memory block without parsing, so loading takes only the
 * reading of the file. It supports little-endian machines only, as Node's platforms are in practice.
 * @throws RangeError when the buffer is not such a file
 */
export function unpackSections(buffer: Buffer): {
  meta: unknown;
  array: <K extends Kind>(name: string, kind: K) => InstanceType<(typeof KINDS)[K]>;
} {
  if (buffer.length < PREFIX_BYTES || buffer.toString("latin1", 0, 8) !== MAGIC)
    throw new RangeError("Not a directory index, or one of another version.");
  const textLength = buffer.readDoubleLE(8);
  const header: Header = JSON.parse(buffer.toString("utf8", PREFIX_BYTES, PREFIX_BYTES + textLength));
  const start = PREFIX_BYTES + align(textLength);
  // Typed arrays need an aligned offset, which a slice of Node's buffer pool may not have.
  const bytes = (buffer.byteOffset + start) % 8 === 0 ? buffer : Buffer.from(Uint8Array.from(buffer).buffer);
  return {
    meta: header.meta,
    array(name, kind) {
      const section = header.sections.find((one) => one.name === name);
      if (!section || section.kind !== kind)
        throw new RangeError(`The directory index has no ${kind} section ${name}.`);
      const end = start + section.offset + section.length * KINDS[kind].BYTES_PER_ELEMENT;
      if (end > bytes.length) throw new RangeError("The directory index is cut off.");
      const View = KINDS[kind] as new (buffer: ArrayBufferLike, offset: number, length: number) => Section;
      return new View(bytes.buffer, bytes.byteOffset + start + section.offset, section.length) as InstanceType<
        (typeof KINDS)[typeof kind]
      >;
    },
  };
}

function kindOf(array: Section): Kind {
  for (const [kind, Type] of Object.entries(KINDS)) if (array instanceof Type) return kind as Kind;
  throw new RangeError("Unknown kind of array.");
}

function align(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Packs strings into one array of bytes. A line feed in a string becomes a space. */
export function packStrings(strings: string[]): Uint8Array {
  return Buffer.from(strings.map((text) => text.replaceAll("\n", " ")).join("\n"), "utf8");
}

export function unpackStrings(bytes: Uint8Array, count: number): string[] {
  if (count === 0) return [];
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8").split("\n");
}
