import { createRequire } from "node:module";
import { lazily } from "../loading/lazily.ts";

/** Languages whose country names are understood. Where two collide, the earlier one wins; English comes first. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt"] as const;

const require = createRequire(import.meta.url);

/** ISO 3166-1 with names in these languages; the package's own entry point loads 75 more. */
export const iso = lazily(() => {
  const library = require("i18n-iso-countries/index") as typeof import("i18n-iso-countries");
  for (const language of LANGUAGES)
    library.registerLocale(
      require(`i18n-iso-countries/langs/${language}.json`) as import("i18n-iso-countries").LocaleData,
    );
  return library;
});
