import { createRequire } from "node:module";
import { lazily } from "../loading/lazily.ts";

const require = createRequire(import.meta.url);

/** The borders of countries, read when they are first needed. */
export const coder = lazily(() => require("@rapideditor/country-coder") as typeof import("@rapideditor/country-coder"));
