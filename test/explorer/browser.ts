import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { installOutside } from "../clients/outside.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Whatever it would do by itself, it asks nobody but the server that is tested. */
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

interface PackagedChromium {
  default: { executablePath(): Promise<string> };
}

/** The path of a Chromium: that of CHROMIUM, one of this machine, or the packaged one, which is installed once. */
async function chromiumPath(): Promise<string> {
  const given = process.env.CHROMIUM;
  if (given !== undefined && given !== "") return given;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (found !== undefined) return found;
  try {
    const folder = await installOutside(fileURLToPath(new URL("browser/", import.meta.url)));
    const entry = pathToFileURL(join(folder, "node_modules/@sparticuz/chromium/build/esm/index.js")).href;
    // It then brings the system's libraries along too.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
    return await ((await import(entry)) as PackagedChromium).default.executablePath();
  } catch (error) {
    throw new Error(
      "The explorer is tested in a browser, and this machine has none: apt-get install chromium, or name one in CHROMIUM. " +
        "Otherwise one is installed from the npm registry, which failed.",
      { cause: error },
    );
  }
}

/** @throws Error where there is no Chromium and none can be installed */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: ARGUMENTS });
}
