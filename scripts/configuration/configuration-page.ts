import type { z } from "zod";
import { SUBJECTS, VARIABLES } from "../../src/foundation/config/environment.ts";

const TABLES = /(<!-- variables: .*? -->)[\s\S]*?(<!-- end of variables -->)/;

/**
 * Returns the page of the configuration with new tables of the variables, one for each subject of the schema.
 * @throws Error when the page has no place for the tables, or a variable has no description
 */
export function configurationPage(page: string): string {
  if (!TABLES.test(page)) throw new Error("docs/configuration.md has no place for the tables of variables");
  const tables = Object.entries<Record<string, z.ZodType>>(SUBJECTS).map(([subject, variables]) =>
    [`## ${subject}`, "", "| Variable | Default | Meaning |", "| --- | --- | --- |", ...rows(variables)].join("\n"),
  );
  return page.replace(
    TABLES,
    (_all, before: string, after: string) => `${before}\n\n${tables.join("\n\n")}\n\n${after}`,
  );
}

/** A variable and the one that names its file share a row, as they set the same value. */
function rows(variables: Record<string, z.ZodType>): string[] {
  return Object.entries(variables)
    .filter(([name]) => !VARIABLES.some((other) => `${other}_FILE` === name))
    .map(([name, schema]) => {
      const { description, unset } = schema.meta() ?? {};
      if (description === undefined) throw new Error(`${name} has no description in src/foundation/config`);
      const names = [name, `${name}_FILE`].filter((each) => VARIABLES.includes(each));
      const fallback = schema.parse(undefined);
      const byDefault = fallback === undefined ? (unset ?? "–") : `\`${fallback}\``;
      return `| ${names.map((each) => `\`${each}\``).join(", ")} | ${byDefault} | ${description} |`;
    });
}
