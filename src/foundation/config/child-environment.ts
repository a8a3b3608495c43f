import { delimiter, dirname } from "node:path";

/** What a program needs of its environment to run at all: where programs and libraries are, its language, its time zone. */
const NEEDED = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|SystemRoot)$/;

/** What a program needs beyond that to fetch something: proxies, certificates, and the settings of Go and Git. */
const NEEDED_TO_FETCH =
  /^(GO\w*|CGO_\w+|CC|CXX|GIT_\w+|SSH_AUTH_SOCK|XDG_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|NO|ALL)_PROXY)$/i;

const only = (wanted: (name: string) => boolean): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => wanted(name)));

/** Our own environment with `changes` on top: for our own processes alone, because it holds the keys of providers. */
export function childEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...changes };
}

/** The environment for a third-party program: no configuration of ours and no key. */
export function programEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...only((name) => NEEDED.test(name)), ...changes };
}

/** The same for one that fetches or builds something. */
export function fetchingEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...only((name) => NEEDED.test(name) || NEEDED_TO_FETCH.test(name)), ...changes };
}

/** The same for a script that looks for `node` on the PATH: it finds the one that runs us. */
export function nodeEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  return fetchingEnvironment({ PATH: path, ...changes });
}
