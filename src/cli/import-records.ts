import { checkIdentifiers, importIdentifiers } from "#companies/identifiers/import-identifiers";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { InvalidInputError } from "#foundation/errors/index";
import type { ImportReport } from "#foundation/files/import-records";
import type { RecordInput } from "#foundation/files/record-input";
import { checkEsg, importEsg } from "#intelligence/esg/import-esg";
import { loadEsgLexicon } from "#intelligence/esg/lexicon/esg-lexicon";
import { checkArticles } from "#intelligence/ingest/article-source";
import { fetchInput } from "#intelligence/ingest/fetch-input";
import { type ArticleImportOptions, importArticles } from "#intelligence/ingest/import-articles";
import { createFetcher } from "#providers/fetching/fetcher";
import { type Derived, deriveRecords, describeDerived } from "./derive-records.ts";
import { describeImport } from "./import-report.ts";
import { type ImportCommandOptions, runImport } from "./import-run.ts";
import { isArticleKind, type RecordKind } from "./record-kind.ts";

export interface ImportRecordsOptions extends ImportCommandOptions {
  /** Source of the records, in place of the format and the file's name or address. */
  source?: string;
  /** Encoding of a file that does not declare one. */
  encoding?: string;
  /** False leaves the processing of the rows to the worker. */
  analysis: boolean;
  /** Languages of the pages of an archive that are read. */
  language?: readonly string[];
}

/** The report as `--json` prints it: the stored rows and the results of processing; null where the worker does that. */
type RecordsReport = ImportReport & { derived: Derived | null };

/**
 * `market import articles|news|observations|esg|identifiers FILE|URL`: stores the rows in one transaction (a WARC file in parts), then processes all waiting rows (see `deriveRecords`). If it is killed, the next import or the worker finishes it.
 * @param withDatabase opens the database for the duration of the import
 * @returns the exit code: 0 when something was imported or everything was known, 1 when no row could be taken, 130 when
 * it was interrupted
 * @throws InvalidInputError where the file or the address cannot be read as a whole
 */
export async function importRecordsCommand(
  kind: RecordKind,
  target: string,
  options: ImportRecordsOptions,
  config: Config,
  withDatabase: (work: (db: Database) => Promise<RecordsReport>) => Promise<RecordsReport>,
): Promise<number> {
  let isStored = false;
  let isStoredInPart = false;
  return runImport(
    options,
    async (terminal, stopBar) => {
      // Checked before the database starts, so that a wrong file or address is reported at once.
      const input = await openTarget(target, options.encoding, config, terminal.signal);
      if ("url" in input || input.path !== "-") await checkInput(kind, input, config);
      const report = await withDatabase(async (db) => {
        const settings = {
          dryRun: options.dryRun,
          source: options.source,
          signal: terminal.signal,
          onProgress: terminal.onProgress,
          onSetAside: terminal.onSetAside,
          languages: options.language,
          onPartStored: () => {
            isStoredInPart = true;
          },
        };
        const stored = await storeRows(kind, db, input, settings, config);
        isStored = !options.dryRun;
        const derived =
          isArticleKind(kind) && !options.dryRun && options.analysis
            ? await deriveRecords(kind, db, config, {
                signal: terminal.signal,
                onProgress: (form, { done, total }) => terminal.onDerived(`working on ${form}`, done, total),
              })
            : null;
        return { ...stored, derived };
      });
      stopBar();
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describe(report, kind, options));
      return report.read > report.setAsideCount ? 0 : 1;
    },
    () =>
      isStored
        ? "Interrupted: the rows are stored. The next import or the worker finishes their analysis."
        : isStoredInPart
          ? "Interrupted: a part of the file is stored. The same import goes on behind it."
          : "Interrupted: nothing was imported from the file.",
  );
}

function checkInput(kind: RecordKind, input: RecordInput, { esg }: Config): Promise<void> {
  if (kind === "esg") return checkEsg(loadEsgLexicon(esg.lexicon), input);
  return kind === "identifiers" ? checkIdentifiers(input) : checkArticles(input);
}

function storeRows(
  kind: RecordKind,
  db: Database,
  input: RecordInput,
  options: ArticleImportOptions,
  { esg }: Config,
): Promise<ImportReport> {
  if (kind === "esg") return importEsg({ db, esgLexicon: loadEsgLexicon(esg.lexicon) }, input, options);
  return kind === "identifiers" ? importIdentifiers(db, input, options) : importArticles(db, kind, input, options);
}

async function openTarget(
  target: string,
  encoding: string | undefined,
  config: Config,
  signal: AbortSignal,
): Promise<RecordInput> {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return { path: target, encoding };
  if (!/^https?:/i.test(target)) throw new InvalidInputError(`${target} is neither a file nor an http(s) address`);
  const fetcher = createFetcher(config.fetching);
  try {
    return { ...(await fetchInput(fetcher, target, signal)), encoding };
  } finally {
    await fetcher.close();
  }
}

function describe(report: RecordsReport, kind: RecordKind, options: ImportRecordsOptions): string {
  const place = { csv: "line", ndjson: "line", warc: "record" }[report.format] ?? "entry";
  const written =
    report.derived !== null
      ? describeDerived(report.derived)
      : isArticleKind(kind)
        ? "Stored. The worker finishes the analysis."
        : "Stored.";
  return describeImport(report, { duplicates: "the first was used", place, written }, options.setAside);
}
