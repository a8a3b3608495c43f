import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { composeEvent } from "#intelligence/events/content/compose-event";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { article } from "./content-support.ts";

const SHIPPED = new URL("../../src/intelligence/events/taxonomy/event-taxonomy.json", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "taxonomy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the operator's taxonomy", () => {
  const write = (change: (file: Record<string, unknown[]>) => void) => {
    const file = JSON.parse(readFileSync(SHIPPED, "utf8")) as Record<string, unknown[]>;
    change(file);
    const path = join(folder, `${randomUUID()}.json`);
    writeFileSync(path, JSON.stringify(file));
    return path;
  };

  test("decides what is an alert", () => {
    const path = write((file) => {
      file.alertTypes = [
        {
          name: "Bakery opened",
          category: "bread",
          definition: "A bakery opens.",
          severity: 2.5,
          terms: { "bakery ... open": 0.8 },
        },
      ];
    });
    const { alertTypes, impactedEntities } = composeEvent([article("New bakery in Ludden opens")], {
      taxonomy: loadTaxonomy(path),
    });
    expect(alertTypes).toMatchObject([
      { name: "Bakery opened", mappedFrom: "bakery in Ludden opens", similarity: 0.8 },
    ]);
    expect(impactedEntities).not.toHaveLength(0);
  });

  test("knows words that stand near each other in any order", () => {
    const path = write((file) => {
      file.alertTypes = [
        {
          name: "Bakery strike",
          category: "bread",
          definition: "x",
          severity: 2,
          terms: { "baker/bakery + walk out": 0.8 },
        },
      ];
    });
    const near = (title: string) => composeEvent([article(title)], { taxonomy: loadTaxonomy(path) }).alertTypes;
    expect(near("Walk out in Ludden: bakers want more")).toMatchObject([{ name: "Bakery strike" }]);
    expect(near("Bakers in Ludden walk out")).toHaveLength(1);
    expect(near("Bakers in Ludden walk: out of bread")).toMatchObject([{ name: "Unclassified" }]);
  });

  test("is refused with every mistake and its place", () => {
    const path = write((file) => {
      file.alertTypes?.push(
        { name: "Odd", category: "x", definition: "x", severity: 4, terms: { "... fire": 0.5 } },
        { name: "Strike", category: "x", definition: "x", severity: 1, terms: { stop: 2 } },
      );
      file.datapoints?.push({ name: "Height", definition: "x", terms: ["height"], units: ["metres"] });
    });
    const types = loadTaxonomy().file.alertTypes.length;
    const datapoints = loadTaxonomy().file.datapoints.length;
    expect(() => loadTaxonomy(path)).toThrow(
      expect.objectContaining({
        mistakes: expect.arrayContaining([
          expect.stringContaining(`alertTypes[${types}].severity must be 0–3`),
          expect.stringContaining(`alertTypes[${types}].terms["... fire"] begins or ends with a gap`),
          expect.stringContaining(`alertTypes[${types + 1}].terms.stop must be 1 or less`),
        ]),
      }),
    );
    const second = write((file) => {
      file.datapoints?.push({ name: "Height", definition: "x", terms: ["height"], units: ["metres"] });
      file.alertTypes?.push(file.alertTypes[0]);
    });
    expect(() => loadTaxonomy(second)).toThrow(
      expect.objectContaining({
        mistakes: expect.arrayContaining([
          expect.stringContaining(`datapoints[${datapoints}].units[0] "metres" is no kind of quantity`),
          expect.stringMatching(/alertTypes\[\d+\]\.name ".+" is there twice/),
        ]),
      }),
    );
  });

  test("that cannot be read is named", () => {
    const path = join(folder, "none.json");
    expect(() => loadTaxonomy(path)).toThrow(path);
    writeFileSync(path, "{ not json");
    expect(() => loadTaxonomy(path)).toThrow(/EVENT_TAXONOMY .*JSON/);
  });
});
