import { createRequire } from "node:module";
import { lazily } from "../loading/lazily.ts";

const require = createRequire(import.meta.url);

/** Borders of countries, loaded on first use. */
export const coder = lazily(() => require("@rapideditor/country-coder") as typeof import("@rapideditor/country-coder"));
