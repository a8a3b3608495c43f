import { delimiter, dirname } from "node:path";

/** Variables that any program needs to run: paths of programs and libraries, language, time zone. */
const NEEDED = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|SystemRoot)$/;

/** Variables that a program also needs to fetch something: proxies, certificates, and the settings of Go and Git. */
const NEEDED_TO_FETCH =
  /^(GO\w*|CGO_\w+|CC|CXX|GIT_\w+|SSH_AUTH_SOCK|XDG_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|NO|ALL)_PROXY)$/i;

const only = (wanted: (name: string) => boolean): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => wanted(name)));

/**
 * Returns our own environment with `changes` on top. For our own processes only, because it holds the providers' keys.
 */
export function childEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...changes };
}

/** Returns the environment for a third-party program: none of our configuration and no key. */
export function programEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...only((name) => NEEDED.test(name)), ...changes };
}

/** Returns the environment for a third-party program that fetches or builds something. */
export function fetchingEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...only((name) => NEEDED.test(name) || NEEDED_TO_FETCH.test(name)), ...changes };
}

/** Returns the environment for a script that looks for `node` on the PATH: it finds the one that runs us. */
export function nodeEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  return fetchingEnvironment({ PATH: path, ...changes });
}
