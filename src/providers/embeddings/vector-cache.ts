import type { Pay } from "../provider-call.ts";
import { type EmbeddingsProvider, lengthOf, type TextRole } from "./embeddings-provider.ts";
import { textDigest, VectorFile } from "./vector-file.ts";

/** Number of texts embedded between two writes: what a crash can lose. */
const CHUNK = 256;

/**
 * Caches vectors in one file for each model, keyed by a digest of the text. After a crash or a change of the directory,
 * a new index embeds only new texts. A model whose vectors change length counts as another model, whatever its name:
 * its file starts again. `embed` throws an EmbeddingsError where the length changes within one run. Only documents are
 * cached.
 *
 * @param onProgress called after every chunk with the number of finished texts and of all texts
 */
export function withVectorCache(
  provider: EmbeddingsProvider,
  folder: string,
  onProgress?: (done: number, total: number) => void,
): EmbeddingsProvider {
  let kept = VectorFile.open(folder, provider.name);
  // Whether the model has given vectors of the file's length since it was opened.
  let isConfirmed = false;
  return { name: provider.name, embed };

  async function embed(texts: string[], pay: Pay, role?: TextRole): Promise<Float32Array[]> {
    // Questions are not cached, because each is asked once.
    if (role === "query") return provider.embed(texts, pay, role);
    const keys = texts.map(textDigest);
    const missing = [...new Map(keys.map((key, i) => [key, texts[i] ?? ""])).entries()].filter(
      ([key]) => kept?.rowOf(key) === undefined,
    );
    for (let at = 0; at < missing.length; at += CHUNK) {
      const chunk = missing.slice(at, at + CHUNK);
      const vectors = await provider.embed(
        chunk.map(([, text]) => text),
        pay,
      );
      const dimensions = lengthOf(provider.name, vectors, isConfirmed ? kept?.dimensions : undefined);
      if (kept !== null && kept.dimensions !== dimensions) {
        kept.remove();
        kept = null;
        return embed(texts, pay);
      }
      kept ??= VectorFile.create(folder, provider.name, dimensions);
      isConfirmed = true;
      kept.append(chunk.map(([key], i) => [key, vectors[i] ?? new Float32Array(dimensions)]));
      onProgress?.(Math.min(missing.length, at + CHUNK), missing.length);
    }
    return keys.map((key) => {
      const row = kept?.rowOf(key);
      return kept === null || row === undefined ? new Float32Array(kept?.dimensions ?? 0) : kept.at(row);
    });
  }
}
