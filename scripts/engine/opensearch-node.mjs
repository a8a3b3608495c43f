/**
 * An OpenSearch node for tests and measurements: on loopback, lean, without security, ended with its data. The distribution and the
 * k-NN plugin come from Maven Central once and stay in the cache folder. Needs a JDK of 21 or later and Maven.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** The newest version that has both artefacts whole: the plugin is published for 3.4 to 3.6, and 3.4.0's archive lacks modules. */
const VERSION = "3.6.0";
const MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
const LEAST_JDK = 21;
const DISTRIBUTION = `org.opensearch.distribution.integ-test-zip:opensearch:${VERSION}:zip`;
const KNN = `org.opensearch.plugin:opensearch-knn:${VERSION}.0:zip`;
/** Of the modules only these are needed, `transport-grpc` by the plugin alone; the others make the start slower. */
const MODULES = ["analysis-common", "lang-painless", "mapper-extras", "transport-grpc", "transport-netty4"];
const START_MS = 300_000;
const STOP_MS = 20_000;

/** Why there can be no node here, for people. */
export class NoOpenSearchError extends Error {
  name = "NoOpenSearchError";
}

const run = (command, args) => execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** The folder of a JDK of 21 or later: the environment's, or one that is installed in the usual places. */
export function findJdk() {
  const folders = ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines"];
  const installed = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).flatMap((name) => [join(folder, name), join(folder, name, "Contents", "Home")]),
    );
  const named = [process.env.OPENSEARCH_JAVA_HOME, process.env.JAVA_HOME].filter(
    (home) => home !== undefined && home !== "",
  );
  for (const home of [...named, ...installed]) {
    if (!existsSync(join(home, "bin", "jar"))) continue;
    const reported = run(join(home, "bin", "jar"), ["--version"]);
    if (Number(/(\d+)/.exec(reported)?.[1] ?? 0) >= LEAST_JDK) return home;
  }
  throw new NoOpenSearchError(`no JDK of ${LEAST_JDK} or later: install one, or name it by OPENSEARCH_JAVA_HOME`);
}

/** Where the unpacked distribution is kept: an account without rights has to read it. */
function cacheFolder() {
  const { CACHE_DIR, XDG_CACHE_HOME } = process.env;
  if (CACHE_DIR) return CACHE_DIR;
  const root = process.getuid?.() === 0 ? "/var/cache" : (XDG_CACHE_HOME ?? join(homedir(), ".cache"));
  return join(root, "market-intelligence");
}

/** Puts the archive of an artefact into a folder; Maven keeps it for the next time. Resolves to its path. */
function fetchArtefact(artefact, folder) {
  const [, name, version, kind] = artefact.split(":");
  try {
    run("mvn", [
      "-q",
      "-B",
      `${MAVEN_COPY}`,
      `-Dartifact=${artefact}`,
      `-DoutputDirectory=${folder}`,
      "-Dmdep.useBaseVersion=true",
    ]);
  } catch (error) {
    if (error.code === "ENOENT") throw new NoOpenSearchError("no Maven: install it (mvn), it fetches OpenSearch");
    throw new NoOpenSearchError(`Maven could not fetch ${artefact}:\n${error.stdout ?? ""}${error.stderr ?? error}`);
  }
  return join(folder, `${name}-${version}.${kind}`);
}

/** The unpacked distribution with the plugin, made once. */
export function installedDistribution(jdk) {
  const home = join(cacheFolder(), `opensearch-${VERSION}`);
  if (existsSync(home)) return home;
  mkdirSync(cacheFolder(), { recursive: true });
  const making = mkdtempSync(join(cacheFolder(), "opensearch-making-"));
  try {
    const archives = [DISTRIBUTION, KNN].map((artefact) => fetchArtefact(artefact, making));
    const jar = join(jdk, "bin", "jar");
    execFileSync(jar, ["xf", archives[0]], { cwd: making });
    const unpacked = join(making, `opensearch-${VERSION}`);
    for (const name of readdirSync(join(unpacked, "modules")))
      if (!MODULES.includes(name)) rmSync(join(unpacked, "modules", name), { recursive: true });
    const plugin = join(unpacked, "plugins", "opensearch-knn");
    mkdirSync(plugin, { recursive: true });
    execFileSync(jar, ["xf", archives[1]], { cwd: plugin });
    run("chmod", ["-R", "a+rX", unpacked]);
    // A second process may have been quicker.
    if (!existsSync(home)) renameSync(unpacked, home);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return home;
}

/** So many free ports of loopback. */
async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** The account that runs the node where this process is root, which OpenSearch refuses. */
const accountOfNode = () =>
  process.getuid?.() === 0
    ? { uid: Number(run("id", ["-u", "nobody"])), gid: Number(run("id", ["-g", "nobody"])) }
    : {};

const ended = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Starts a node with an empty data folder.
 * @param options `heapMb`: memory of its heap; `quick`: compiled once only, which starts sooner and answers slower
 * @returns its address, its process and `stop`, which ends it and takes its data away
 * @throws NoOpenSearchError where there is no JDK, no Maven, or the node does not come up
 */
export async function startOpenSearch({ heapMb = 512, quick = true } = {}) {
  const jdk = findJdk();
  const home = installedDistribution(jdk);
  const folder = mkdtempSync(join(tmpdir(), "opensearch-node-"));
  const [httpPort, transportPort] = await freePorts(2);
  const account = accountOfNode();
  const [config, data, logs, temporary] = ["config", "data", "logs", "tmp"].map((name) => join(folder, name));
  cpSync(join(home, "config"), config, { recursive: true });
  for (const made of [data, logs, temporary]) mkdirSync(made);
  writeFileSync(
    join(config, "opensearch.yml"),
    [
      "cluster.name: market-intelligence-tests",
      "discovery.type: single-node",
      "network.host: 127.0.0.1",
      `http.port: ${httpPort}`,
      `transport.port: ${transportPort}`,
      `path.data: ${data}`,
      `path.logs: ${logs}`,
      // A full disk of a developer is no reason to refuse writes.
      "cluster.routing.allocation.disk.threshold_enabled: false",
      "",
    ].join("\n"),
  );
  if (account.uid !== undefined)
    for (const owned of [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))])
      chownSync(owned, account.uid, account.gid);

  const child = spawn(
    join(jdk, "bin", "java"),
    [
      `-Xms${heapMb}m`,
      `-Xmx${heapMb}m`,
      "-XX:+UseSerialGC",
      ...(quick ? ["-XX:TieredStopAtLevel=1"] : []),
      "-Xshare:auto",
      "-Djava.awt.headless=true",
      "-Dfile.encoding=UTF-8",
      "-Djna.nosys=true",
      "-Dio.netty.noUnsafe=true",
      "-Dlog4j2.disable.jmx=true",
      `-Djava.io.tmpdir=${temporary}`,
      "--add-modules=jdk.incubator.vector",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      `-javaagent:${join(home, "agent", "opensearch-agent.jar")}`,
      `-Dopensearch.path.home=${home}`,
      `-Dopensearch.path.conf=${config}`,
      "-Dopensearch.distribution.type=tar",
      "-Dopensearch.bundled_jdk=false",
      "-cp",
      [join(home, "lib", "*")].join(delimiter),
      "org.opensearch.bootstrap.OpenSearch",
    ],
    {
      ...account,
      cwd: folder,
      env: { PATH: process.env.PATH, OPENSEARCH_TMPDIR: temporary },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said = (said + chunk).slice(-8_000);
    });
  const stop = async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    if (!ended(child)) {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await gone;
      clearTimeout(late);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${httpPort}`;
  for (const until = Date.now() + START_MS; ; ) {
    if (ended(child) || Date.now() > until) {
      await stop();
      throw new NoOpenSearchError(`OpenSearch did not come up:\n${said}`);
    }
    const isUp = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { url, pid: child.pid, stop };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
