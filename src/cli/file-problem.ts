import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** What is wrong with a path, by the operating system's code; in the words of files that are imported. */
const PROBLEMS: Record<string, (path: string) => string> = {
  EACCES: (path) => `no permission to read or write ${path}`,
  EEXIST: (path) => `${path} exists already`,
  EISDIR: (path) => `${path} is a folder, not a file`,
  ENOENT: (path) => `there is no file ${path}`,
  ENOTDIR: (path) => `there is no file ${path}`,
  EPERM: (path) => `no permission to read or write ${path}`,
  EROFS: (path) => `${path} is on a file system that cannot be written`,
};

/** Returns the path in an argument: the whole argument, or the value in `--out=FILE`. */
const pathIn = (argument: string): string => argument.replace(/^--[\w-]+=/, "");

/** Node names no path where a folder is read as a file. */
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Whether a path is that of an argument, or of the partial file that becomes it: "market-7.csv.part". */
const isOf = (path: string, given: string): boolean =>
  resolve(path) === resolve(given) || resolve(path).startsWith(`${resolve(given)}.`);

/**
 * Returns a sentence about a file that the user named and that cannot be used. Returns null for any other error, such as
 * one about a file of the product.
 * @param args the command line, with the paths as the user wrote them
 */
export function fileProblem(error: unknown, args: readonly string[]): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  const problem = PROBLEMS[String(error.code)];
  if (problem === undefined) return null;
  const path = "path" in error ? String(error.path) : null;
  const named = args
    .map(pathIn)
    .find((given) => (path === null ? error.code === "EISDIR" && isFolder(given) : isOf(path, given)));
  if (named === undefined) return null;
  const isNew = path !== null && resolve(path) !== resolve(named);
  return error.code === "ENOENT" && isNew ? `there is no folder ${dirname(named)}` : problem(named);
}
