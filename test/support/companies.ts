import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importCompanies } from "#companies/import-companies";
import type { Database } from "#foundation/db/database";
import { temporaryFolder } from "./temporary-folder.ts";

interface TestCompany {
  domain: string;
  name: string;
  description: string;
  country: string;
  city?: string;
  employees?: number;
  latitude?: number;
  longitude?: number;
}

/** Invented firms of three trades in a few countries, so that a discovery has something to take and something to refuse. */
export const TEST_COMPANIES: TestCompany[] = [
  ...["Alpen", "Baltic", "Castor", "Donau", "Elbe", "Fjord", "Gotha", "Hanse"].map((name, i) => ({
    domain: `${name.toLowerCase()}-turbines.example.com`.replace(".example.com", ".com"),
    name: `${name} Turbines ${i % 2 === 0 ? "GmbH" : "AG"}`,
    description: `${name} Turbines manufactures rotor blades and gearboxes for wind turbines. It supplies wind turbine components to builders of wind farms.`,
    country: i < 6 ? "DE" : "AT",
    city: i < 6 ? "Hamburg" : "Vienna",
    employees: 50 * (i + 1),
    ...(i === 0 ? { latitude: 48.14, longitude: 11.58 } : {}),
  })),
  ...["Iberia", "Jade", "Kiel"].map((name) => ({
    domain: `${name.toLowerCase()}-windparks.com`,
    name: `${name} Windparks SE`,
    description: `${name} Windparks operates wind farms and sells electricity from wind farms to utilities.`,
    country: "DE",
    city: "Bremen",
    employees: 80,
  })),
  ...["Lumen", "Mira", "Nova"].map((name) => ({
    domain: `${name.toLowerCase()}-bakery.com`,
    name: `${name} Bakery SL`,
    description: `${name} Bakery bakes bread and cakes and sells them in its own shops.`,
    country: "ES",
    city: "Madrid",
    employees: 20,
  })),
  {
    domain: "oresund-blades.dk",
    name: "Oresund Blades A/S",
    description: "Oresund Blades makes rotor blades for wind turbines at sea.",
    country: "DK",
    city: "Copenhagen",
    employees: 400,
  },
  {
    domain: "alpen-turbines.de",
    name: "Alpen Turbines",
    description: "Alpen Turbines makes rotor blades for wind turbines.",
    country: "DE",
    city: "Munich",
  },
];

/** Loads companies through the importer, as an operator would. */
export async function importTestCompanies(db: Database, companies: TestCompany[] = TEST_COMPANIES): Promise<void> {
  const folder = await temporaryFolder();
  const path = join(folder, "companies.ndjson");
  await writeFile(path, companies.map((company) => JSON.stringify(company)).join("\n"));
  const report = await importCompanies(db, path);
  if (report.setAsideCount > 0) throw new Error(`test companies were set aside: ${JSON.stringify(report.setAside)}`);
}
