import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { breakingChanges } from "./openapi/breaking-changes.ts";

/**
 * Fails when docs/openapi.json breaks clients of an earlier version: `npm run openapi:check [-- <git revision>]`. Without a
 * revision: of the newest commit with another document. A break that is meant is said in the message of a commit since then,
 * as Conventional Commits have it: `feat!: …`, or a line `BREAKING CHANGE: …`.
 */
const DOCUMENT = "docs/openapi.json";
const MEANT = /^BREAKING[ -]CHANGE:|^\w+(?:\([^)]*\))?!:/m;

/** What git says; "" where there is no repository, or not this revision. */
function git(...args: string[]): string {
  try {
    return execFileSync("git", args, {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}

/** Why there is no earlier version, and what helps. */
function whyNone(): [why: string, cure: string] {
  if (asked !== undefined) return [`${asked} has no other ${DOCUMENT}`, "Name a revision that has one."];
  const isShallow = git("rev-parse", "--is-shallow-repository").trim();
  if (isShallow === "") return ["this is no git repository", "Run it in a clone."];
  if (isShallow === "true") return ["this clone has no earlier commits", "git fetch --unshallow brings them."];
  return [`no commit has another ${DOCUMENT}`, "That is right for its first version alone."];
}

const [asked] = process.argv.slice(2);
const current = readFileSync(DOCUMENT, "utf8");
const revisions = asked === undefined ? git("log", "-n", "10", "--format=%h", "--", DOCUMENT).split("\n") : [asked];
const earlier = revisions
  .filter(Boolean)
  .map((revision) => ({ revision, text: git("show", `${revision}:${DOCUMENT}`) }))
  .find(({ text }) => text !== "" && text !== current);

if (earlier === undefined) {
  const [why, cure] = whyNone();
  process.stderr.write(`openapi: NOT CHECKED: ${why}. ${cure}\n`);
  // Who names a revision means it to be compared; a first version has nothing to be compared with.
  if (asked !== undefined) process.exitCode = 1;
} else {
  const breaking = breakingChanges(JSON.parse(earlier.text), JSON.parse(current));
  const isMeant = MEANT.test(git("log", "--format=%B", `${earlier.revision}..HEAD`, "--", DOCUMENT));
  process.stdout.write(`openapi: ${breaking.length} breaking changes since ${earlier.revision}\n`);
  for (const line of breaking) process.stdout.write(`  ${line}\n`);
  if (breaking.length > 0 && isMeant) process.stdout.write("openapi: meant, by the message of a commit\n");
  if (breaking.length > 0 && !isMeant) {
    process.stdout.write("openapi: if that is meant, the commit's message has to say BREAKING CHANGE: …\n");
    process.exitCode = 1;
  }
}
