import { Command } from "commander";
import { readFrames } from "#intelligence/events/frames/read-frames";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { shareText } from "./bootstrap.ts";
import { readRows } from "./data.ts";
import { composeHeadlines } from "./events/compose-headlines.ts";
import { readHeadlines, writtenHeadline } from "./events/headlines.ts";
import { table } from "./table.ts";

const LABELS = "bench/quality/own/events-frames.tsv";
/** Roles that are always measured: who and how much. Others are where the file of labels names them. */
const MEASURED = new Set(
  "acquirer target company investor product plaintiff defendant authority partner otherPartner person service who contractor client amount".split(
    " ",
  ),
);

/** One labelled or read slot: "acquisition.target=Jos. A. Bank". */
interface Slot {
  type: string;
  /** `*`: any, where the headline does not say which of two. */
  role: string;
  value: string;
  /** Right, but not asked for. */
  isOptional: boolean;
}

function readSlot(text: string): Slot {
  const [, optional = "", type = "", role = "", value = ""] = /^(\?)?(\w+)\.(\w+|\*)=(.+)$/.exec(text) ?? [];
  if (value === "") throw new Error(`${text} is no slot`);
  return { type, role, value: plain(value), isOptional: optional !== "" };
}

const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/['’]s?\b/g, "")
    .replace(/[^\p{L}\p{N}$€£.]+/gu, " ")
    .trim()} `;

const agrees = (label: Slot, read: Slot) =>
  label.type === read.type &&
  (label.role === "*" || label.role === read.role) &&
  (label.value.includes(read.value) || read.value.includes(label.value));

/** `npm run quality -- events-frames`: who and how much, of labelled real headlines, each an event of its own. */
export const eventsFramesCommand = new Command("events-frames")
  .description("Measures the frames of labelled real headlines, each taken alone: names and amounts.")
  .option("--headlines <file>", "the headlines", "../shared/data/headlines.csv.gz")
  .option("--labels <file>", "id, part, slots by |, the headline if it is in no other file; tabs between", LABELS)
  .option("--terms-only", "without the model that reads alert types by meaning")
  .option("--kept", "measure the part that nothing was chosen on; prints its totals only")
  .option("--mistakes", "print each headline of the development part that is not as labelled")
  .action(
    async (options: { headlines: string; labels: string; termsOnly?: boolean; kept?: boolean; mistakes?: boolean }) => {
      const labels = new Map(
        readRows(options.labels).map(([id = "", part = "", slots = "", title = ""]) => [
          id,
          { part, title, slots: slots === "" ? [] : slots.split("|").map(readSlot) },
        ]),
      );
      const written = [...labels].flatMap(([id, { title }]) => (title === "" ? [] : [writtenHeadline(id, title)]));
      const headlines = written.length > 0 ? written : (await readHeadlines(options.headlines)).headlines;
      const measured = new Set([
        ...MEASURED,
        ...[...labels.values()].flatMap(({ slots }) => slots.map(({ role }) => role)),
      ]);
      const part = options.kept ? "held-out" : "development";
      const right: boolean[] = [];
      const found: boolean[] = [];
      const mistakes: string[] = [];
      const labelled = headlines.filter(({ id }) => labels.get(id)?.part === part);
      const contents = await composeHeadlines(labelled, loadTaxonomy(), options);
      for (const [i, { id, document }] of labelled.entries()) {
        const { slots: wantedSlots = [] } = labels.get(id) ?? {};
        const { title, url, publisher } = document;
        const alertTypes = contents[i]?.alertTypes ?? [];
        const frames = readFrames(
          [{ title, text: "", url, publisher }],
          alertTypes.map(({ name }) => name),
        );
        const read = frames.flatMap(({ type, slots }) =>
          slots
            .filter(({ role }) => measured.has(role))
            .flatMap(({ role, values }) =>
              values.map(({ text }): Slot => ({ type, role, value: plain(text), isOptional: false })),
            ),
        );
        const wrong = read.filter((slot) => !wantedSlots.some((one) => agrees(one, slot)));
        const wanted = wantedSlots.filter(({ isOptional }) => !isOptional);
        const lacking = wanted.filter((one) => !read.some((slot) => agrees(one, slot)));
        right.push(...read.map((slot) => !wrong.includes(slot)));
        found.push(...wanted.map((one) => !lacking.includes(one)));
        const told = (sign: string, { type, role, value }: Slot) => `    ${sign} ${type}.${role}=${value.trim()}`;
        if (wrong.length + lacking.length > 0)
          mistakes.push(
            title,
            ...wrong.map((slot) => told("beyond", slot)),
            ...lacking.map((slot) => told("lacking", slot)),
          );
      }
      const rows = [
        ["slots of frames of headlines", "headlines", "precision", "recall"],
        [
          part === "held-out" ? "held-out, measures" : "development, chose",
          String(labelled.length),
          shareText(right),
          shareText(found),
        ],
      ];
      process.stdout.write(`${table(rows)}\n${options.mistakes && !options.kept ? `${mistakes.join("\n")}\n` : ""}`);
    },
  );
