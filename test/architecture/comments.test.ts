import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type CommentSentence, commentSentencesIn, countWords } from "./comments.ts";

const FOLDERS = ["bench", "prisma", "schema", "scripts", "src", "test", "web/src", "workflows"];
const MOST_WORDS = 25;

const tooLong = (sentences: CommentSentence[]) => sentences.filter(({ text }) => countWords(text) > MOST_WORDS);

describe("a sentence of a comment", () => {
  it(`has at most ${MOST_WORDS} words`, () => {
    const found = FOLDERS.flatMap((folder) => {
      const path = join(projectRoot(), folder);
      const files = readdirSync(path, { recursive: true, encoding: "utf8" });
      return files
        .filter((file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file) && !/node_modules|generated/.test(file))
        .flatMap((file) =>
          tooLong(commentSentencesIn(join(path, file))).map(({ line, text }) => `${folder}/${file}:${line}: ${text}`),
        );
    });
    expect(found).toEqual([]);
  });

  it("is found across lines, and ends with its paragraph, its item, its tag or its full stop", async () => {
    const long = Array.from({ length: MOST_WORDS + 1 }, (_, i) => `word${i}`);
    const short = long.slice(1).join(" ");
    const file = join(await temporaryFolder(), "commented.ts");
    writeFileSync(
      file,
      [
        `/**\n * ${long.slice(0, 13).join(" ")}\n * ${long.slice(13).join(" ")}.\n */`,
        `/**\n * ${short}. Another (e.g. Acme Inc. of Ulm) is "A. B. C." long.\n * @returns ${short}\n *\n * - ${short}\n * - ${short}\n */`,
        `export const notAComment = "// ${long.join(" ")}";`,
      ].join("\n"),
    );
    expect(tooLong(commentSentencesIn(file))).toEqual([{ line: 1, text: `${long.join(" ")}.` }]);
  });
});
