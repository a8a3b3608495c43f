import { ENVIRONMENTAL } from "./environmental.ts";
import { GOVERNANCE } from "./governance.ts";
import type { EsgLabel } from "./label.ts";
import { SOCIAL } from "./social.ts";

export { ESG_CATEGORIES, type EsgCategory, type EsgLabel } from "./label.ts";

/** The label set, documented in docs/esg.md. */
export const ESG_LABELS: readonly EsgLabel[] = [...ENVIRONMENTAL, ...SOCIAL, ...GOVERNANCE];
