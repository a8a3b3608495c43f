import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { deriveRecords } from "#cli/derive-records";
import { gatherCompany } from "#dossiers/gather/company";
import { gatherEsg } from "#dossiers/gather/esg";
import { gatherEvents } from "#dossiers/gather/events";
import { gatherNews } from "#dossiers/gather/news";
import type { Subject } from "#dossiers/gather/subject";
import { answerOf } from "#dossiers/report/answer";
import { sourcesOf } from "#dossiers/report/compose-report";
import { SectionWriter } from "#dossiers/report/section-writer";
import { readConfig } from "#foundation/config/config";
import { projectRoot } from "#foundation/config/project-root";
import type { Database } from "#foundation/db/database";
import { loadSampleNotes } from "#intelligence/ingest/sample-notes";
import { withSampleDirectory } from "../temporary-directory.ts";
import { shareText } from "./bootstrap.ts";
import { table } from "./table.ts";

const LABELS = "bench/quality/own/dossier-questions.tsv";
const GATHER = [gatherCompany, gatherNews, gatherEsg, gatherEvents];
const NOTHING = /^(?:Nothing is stored|Only the tables)/;

interface Labelled {
  domain: string;
  question: string;
  /** Words of the right answers; none where nothing is stored. */
  right: string[];
}

interface Outcome {
  labelled: Labelled;
  /** What the answer quotes. */
  quoted: string[];
}

function readLabels(file: string, part: string): Labelled[] {
  const [, ...lines] = readFileSync(join(projectRoot(), file), "utf8").trimEnd().split("\n");
  return lines.flatMap((line) => {
    const [ofPart = "", domain = "", question = "", right = ""] = line.split("\t");
    return ofPart === part ? [{ domain, question, right: right === "" ? [] : right.split("|") }] : [];
  });
}

/** Answers one question from the records of the sample, as a dossier about the company does. */
async function answer(db: Database, labelled: Labelled): Promise<Outcome> {
  const { domain, question } = labelled;
  const company = await db.prisma.company.findUniqueOrThrow({ where: { domain }, select: { id: true, name: true } });
  const subject: Subject = {
    taskId: "",
    agentId: "",
    teamId: 0,
    agentType: "company",
    question,
    companyId: company.id,
    marketId: null,
    about: company.name,
    companyName: company.name,
    ownName: `${company.name} ${domain}`,
    marketWords: "",
  };
  const materials = [];
  for (const gather of GATHER) {
    const writer = new SectionWriter("", new Date());
    await gather(db, subject, writer);
    materials.push(writer.done());
  }
  const asked = { text: question, about: subject.about, ownName: subject.ownName, marketWords: "" };
  const statements = answerOf(asked, materials, sourcesOf(materials)).map(({ text }) => text.replaceAll("\\", ""));
  return { labelled, quoted: statements.filter((text) => !NOTHING.test(text)) };
}

const isRight = ({ right }: Labelled, text: string): boolean => right.some((words) => text.includes(words));

/** `npm run quality -- dossiers`: questions about companies of the sample, answered from its records and notes. */
export const dossiersCommand = new Command("dossiers")
  .description(
    "Measures whether dossiers about companies of the sample answer labelled questions, in a database of its own.",
  )
  .option("--labels <file>", "part, domain, question, words of right answers by |; tabs between", LABELS)
  .option("--kept", "measure the part that nothing was chosen on; prints its totals only")
  .option("--mistakes", "print each question of the development part that is not answered")
  .action(async (options: { labels: string; kept?: boolean; mistakes?: boolean }) => {
    const labels = readLabels(options.labels, options.kept ? "kept" : "development");
    const outcomes = await withSampleDirectory(async (db) => {
      await loadSampleNotes(db);
      const config = readConfig({});
      const run = { signal: new AbortController().signal, onProgress: () => {} };
      for (const kind of ["news", "observations"] as const) await deriveRecords(kind, db, config, run);
      const answered: Outcome[] = [];
      for (const labelled of labels) answered.push(await answer(db, labelled));
      return answered;
    });
    const answerable = outcomes.filter(({ labelled }) => labelled.right.length > 0);
    const answered = ({ labelled, quoted }: Outcome) => quoted.some((text) => isRight(labelled, text));
    const first = ({ labelled, quoted }: Outcome) => isRight(labelled, quoted[0] ?? "");
    const rows = [
      ["dossiers", "answered", "answered by the first quote", "right quotes", "nothing quoted where nothing is stored"],
      [
        options.kept ? "kept, measures" : "development, chose",
        shareText(answerable.map(answered)),
        shareText(answerable.map(first)),
        shareText(answerable.flatMap(({ labelled, quoted }) => quoted.map((text) => isRight(labelled, text)))),
        shareText(
          outcomes.filter(({ labelled }) => labelled.right.length === 0).map(({ quoted }) => quoted.length === 0),
        ),
      ],
    ];
    process.stdout.write(`${table(rows)}\n`);
    if (!options.mistakes || options.kept) return;
    for (const { labelled, quoted } of outcomes)
      if (labelled.right.length > 0 ? !quoted.some((text) => isRight(labelled, text)) : quoted.length > 0)
        process.stdout.write(
          `${labelled.domain}: ${labelled.question}\n${quoted.map((text) => `    ${text}\n`).join("")}`,
        );
  });
