#!/usr/bin/env node
// Checks docs/monitoring with promtool: the alert rules, and each expression of the dashboard.
// Takes promtool from the PATH, or from Debian's package `prometheus`, of which only that program is unpacked.
// Ends with 2, and says so, where there is neither: nothing was checked then.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";

const MONITORING = fileURLToPath(new URL("../docs/monitoring/", import.meta.url));

const runs = (program) => spawnSync(program, ["--version"]).status === 0;

/** Fetches 19 MB, which takes seconds; a build with Go takes more than five minutes of two cores. */
function fromDebian(folder) {
  const apt = (...args) => execFileSync("apt-get", args, { cwd: folder, stdio: "ignore" });
  try {
    apt("download", "prometheus");
  } catch {
    // The lists of packages may be missing, or old.
    apt("update");
    apt("download", "prometheus");
  }
  const [archive] = readdirSync(folder).filter((name) => name.endsWith(".deb"));
  execFileSync("dpkg-deb", ["--extract", archive, "package"], { cwd: folder });
  return join(folder, "package/usr/bin/promtool");
}

function findPromtool(folder) {
  if (runs("promtool")) return "promtool";
  try {
    const program = fromDebian(folder);
    return runs(program) ? program : null;
  } catch {
    return null;
  }
}

/** The dashboard's expressions as rules, which promtool can check. Grafana fills in its variables. */
function rulesOf({ panels }) {
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  if (expressions.length === 0) throw new Error("the dashboard has no expression");
  const rules = expressions.map((expr, i) => ({
    record: `dashboard:expression:${i + 1}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  return stringify({ groups: [{ name: "dashboard", rules }] });
}

const folder = mkdtempSync(join(tmpdir(), "market-promtool-"));
try {
  const promtool = findPromtool(folder);
  if (promtool === null) {
    process.stderr.write("THE ALERT RULES WERE NOT CHECKED: there is no promtool, and no Debian package of it\n");
    process.exitCode = 2;
  } else {
    const dashboard = join(folder, "dashboard.yml");
    writeFileSync(dashboard, rulesOf(JSON.parse(readFileSync(join(MONITORING, "dashboard.json"), "utf8"))));
    const checked = spawnSync(promtool, ["check", "rules", join(MONITORING, "alerts.yml"), dashboard], {
      stdio: "inherit",
    });
    process.exitCode = checked.status === 0 ? 0 : 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
