import { execFile } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NAME = "runCountryMail";
const FILE = "run-country-mail.ts";

/** What is wrong with each of these variants of the walk's file, as the compiler should say it. */
const VARIANTS: Record<string, { change: (code: string) => string; says: RegExp }> = {
  "run-without-step.ts": {
    change: (code) => code.replace(/ {2}async step[\s\S]*?\n {2}\},\n/, ""),
    says: /'step' is missing/,
  },
  "run-without-needs.ts": { change: (code) => code.replace(/ {2}needs: .*\n/, ""), says: /'needs'/ },
  "run-without-help.ts": { change: (code) => code.replace(/ {2}does: .*\n/, ""), says: /'does' is missing/ },
  "run-unnamed-mailer.ts": { change: (code) => code.replace('["mailer"]', "[]"), says: /'mailer' does not exist/ },
};

/** Prints what the doors make of the list of flags. */
const PRINT = `
import { lexicographicSortSchema, printSchema } from "graphql";
import { publishCommand } from "#cli/commands/publish";
import { providersOf } from "#pipeline/pipeline-flag";
import { chosenPipeline, flagOfJob } from "#pipeline/steps";
import { openApiDocument } from "#rest/openapi";
import { schema } from "#schema/index";

let help = "";
publishCommand().configureOutput({ writeOut: (text) => { help += text; } }).outputHelp();
const deps = { mailer: { name: "outbox" } };
console.log(JSON.stringify({
  schema: printSchema(lexicographicSortSchema(schema)),
  choices: openApiDocument().components.schemas.PipelineChoices,
  help,
  providers: providersOf(flagOfJob("${NAME}"), deps),
  chosen: chosenPipeline({ ${NAME}: true, runPeople: true, runNews: true }).flags,
}));`;

let copy: string;
/** What the compiler says of the copy, which it compiles all the same. */
let told: string;

/** Runs Node in the copy. */
function node(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy, maxBuffer: 10 ** 8 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** A code block of the walk, without the indentation of its list. */
function block(page: string, language: string): string {
  const [, code = ""] =
    new RegExp(`## A pipeline flag[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\\n   \`\`\``).exec(page) ?? [];
  return `${code.replaceAll(/^ {3}/gm, "")}\n`;
}

/** Puts the lines with "+" behind or in front of the lines that stand around them. */
function patched(source: string, diff: string): string {
  const [imported = "", ...list] = diff.trimEnd().split("\n");
  const around = list.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  const wanted = list.map((line) => line.slice(1));
  expect(source).toContain(around.join("\n"));
  return `${imported.slice(1)}\n${source.replace(around.join("\n"), wanted.join("\n"))}`;
}

beforeAll(async () => {
  copy = await temporaryFolder();
  const names = ["src", "schema", "workflows", "generated", "package.json", "tsconfig.json"];
  await Promise.all(names.map((name) => cp(join(ROOT, name), join(copy, name), { recursive: true })));
  const linked = ["node_modules", "prisma"];
  await Promise.all(linked.map((name) => symlink(join(ROOT, name), join(copy, name))));
  const page = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const code = block(page, "ts");
  const pipeline = join(copy, "src/pipeline");
  await writeFile(join(pipeline, FILE), code);
  const steps = await readFile(join(pipeline, "steps.ts"), "utf8");
  await writeFile(join(pipeline, "steps.ts"), patched(steps, block(page, "diff")));
  for (const [file, { change }] of Object.entries(VARIANTS)) await writeFile(join(pipeline, file), change(code));
  const include = ["src", "schema", "workflows", "generated"];
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { sourceMap: false },
    include,
    exclude: ["generated/tests"],
  };
  await writeFile(join(copy, "tsconfig.copy.json"), JSON.stringify(config));
  // Each further checker reads again what the others have read: four take twice the processor of one.
  told = await node("node_modules/typescript/bin/tsc", "-p", "tsconfig.copy.json", "--checkers", "1");
  await writeFile(join(copy, "dist/print.js"), PRINT);
  // As in the build, subpath imports lead to what was compiled, and prompts lie beside it.
  const { imports } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const compiled = JSON.stringify({ type: "module", imports }).replaceAll(/\.ts"/g, '.js"');
  await writeFile(join(copy, "dist/package.json"), compiled);
  await cp(join(copy, "src"), join(copy, "dist/src"), {
    recursive: true,
    filter: (path) => !/\.(?!md)\w+$/.test(path),
  });
}, 300_000);

describe("the walk to a pipeline flag in CONTRIBUTING.md", () => {
  it("is enough for every door", async () => {
    const printed = JSON.parse(await node("dist/print.js"));
    expect(printed.schema).toMatch(new RegExp(`input PipelineChoicesInput \\{[^}]*\\b${NAME}: Boolean`));
    expect(printed.choices.properties).toMatchObject({ [NAME]: { type: "boolean" } });
    expect(Object.keys(printed.choices.properties).slice(-2)).toEqual([NAME, "runSendPublishEmail"]);
    expect(printed.help).toMatch(/^ {2}country-mail +an e-mail with the countries of the companies$/m);
    expect(printed.providers).toEqual({ mail: "outbox" });
    expect(printed.chosen).toEqual(["runNews", "runPeople", NAME]);
  });

  it("compiles as it stands, and the compiler names whatever of it is left out", () => {
    const errors = told.split("\n").filter((line) => /error TS/.test(line));
    const toldOf = (file: string) => told.split(/^(?=src\/)/m).filter((part) => part.includes(file));
    for (const [file, { says }] of Object.entries(VARIANTS)) expect(toldOf(file).join("")).toMatch(says);
    const wrong = errors.map((line) => line.replace(/^src\/pipeline\/|\(.*$/g, ""));
    expect([...new Set(wrong)].sort()).toEqual(Object.keys(VARIANTS).sort());
  });
});
