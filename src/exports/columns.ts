import type { ExportedColumn, ExportedCompany } from "./market-pages.ts";

export type CellValue = string | number | Date | null;

/** A column of the tabular formats. `type` applies to all values that are not null; a `DOUBLE` may have a fraction. */
export type Column = { name: string } & (
  | { type: "STRING"; value: (company: ExportedCompany) => string | null }
  | { type: "INT32" | "DOUBLE"; value: (company: ExportedCompany) => number | null }
  | { type: "TIMESTAMP"; value: (company: ExportedCompany) => Date | null }
);

/** Separates the values of a list in one cell. */
const SEPARATOR = "; ";
const joined = (values: readonly (string | number)[]): string | null =>
  values.length === 0 ? null : values.join(SEPARATOR);

/** Converts a time, which in process is a Date although the graph's type is the text of the wire. */
const moment = (value: string | null | undefined): Date | null => (value == null ? null : new Date(value));

const offerOf = ({ reasons }: ExportedCompany) => reasons.find(({ criterion }) => criterion === "offer");

/** The columns of every CSV, XLSX and Parquet file, in this order. Names are stable: new columns come at the end. */
const COLUMNS: readonly Column[] = [
  { name: "rank", type: "INT32", value: ({ rank }) => rank },
  { name: "name", type: "STRING", value: ({ node }) => node.name },
  { name: "domain", type: "STRING", value: ({ node }) => node.domain },
  { name: "country", type: "STRING", value: ({ node }) => node.country ?? null },
  { name: "state", type: "STRING", value: ({ node }) => node.state ?? null },
  { name: "city", type: "STRING", value: ({ node }) => node.city ?? null },
  { name: "verdict", type: "STRING", value: ({ verdict }) => verdict },
  { name: "score", type: "DOUBLE", value: ({ score }) => score },
  { name: "offer_probability", type: "DOUBLE", value: (company) => offerOf(company)?.probability ?? null },
  { name: "reason", type: "STRING", value: ({ reason }) => reason },
  { name: "offer_evidence", type: "STRING", value: (company) => offerOf(company)?.evidence?.text ?? null },
  { name: "offer_evidence_field", type: "STRING", value: (company) => offerOf(company)?.evidence?.field ?? null },
  {
    name: "criteria",
    type: "STRING",
    value: ({ reasons }) => joined(reasons.map(({ criterion, outcome }) => `${criterion}: ${outcome}`)),
  },
  { name: "employees", type: "INT32", value: ({ node }) => node.employees ?? null },
  { name: "revenue_usd", type: "DOUBLE", value: ({ node }) => node.revenueUsd ?? null },
  { name: "founded", type: "INT32", value: ({ node }) => node.founded ?? null },
  { name: "industries", type: "STRING", value: ({ node }) => joined(node.industries) },
  { name: "naics_codes", type: "STRING", value: ({ node }) => joined(node.naicsCodes) },
  { name: "certifications", type: "STRING", value: ({ node }) => joined(node.certifications) },
  { name: "description", type: "STRING", value: ({ node }) => node.description ?? null },
  { name: "url", type: "STRING", value: ({ node }) => node.url ?? null },
  { name: "latitude", type: "DOUBLE", value: ({ place }) => place?.latitude ?? null },
  { name: "longitude", type: "DOUBLE", value: ({ place }) => place?.longitude ?? null },
  { name: "momentum_score", type: "DOUBLE", value: ({ momentum }) => momentum?.score ?? null },
  { name: "momentum_low", type: "DOUBLE", value: ({ momentum }) => momentum?.low ?? null },
  { name: "momentum_high", type: "DOUBLE", value: ({ momentum }) => momentum?.high ?? null },
  { name: "momentum_rank", type: "INT32", value: ({ momentum }) => momentum?.rank ?? null },
  { name: "radar_quadrant", type: "STRING", value: ({ radar }) => radar?.quadrant ?? null },
  { name: "review", type: "STRING", value: ({ review }) => review?.decision ?? null },
  { name: "review_reason", type: "STRING", value: ({ review }) => review?.reason ?? null },
  { name: "company_id", type: "INT32", value: ({ node }) => node.companyId },
  { name: "job_id", type: "INT32", value: ({ jobId }) => jobId },
  { name: "added_at", type: "TIMESTAMP", value: ({ addedAt }) => moment(addedAt) },
];

/** Returns the source of a cell's quotation in one text: what it is, its address, its date. */
const sourceText = ({ source }: ExportedCompany["cells"][number]): string | null =>
  source == null
    ? null
    : [
        source.field == null ? source.kind : `${source.kind} ${source.field}`,
        source.url,
        moment(source.date)?.toISOString(),
      ]
        .filter(Boolean)
        .join(SEPARATOR);

/** Returns the columns for a column of the market: its value, its quotation, and the quotation's source. */
function ownColumns({ columnId, name, kind }: ExportedColumn, isTaken: (name: string) => boolean): Column[] {
  const cellOf = ({ cells }: ExportedCompany) => cells.find(({ column }) => column.columnId === columnId);
  const heading = isTaken(name) ? `${name} (${columnId})` : name;
  const value: Column =
    kind === "NUMBER"
      ? { name: heading, type: "DOUBLE", value: (company) => cellOf(company)?.number ?? null }
      : { name: heading, type: "STRING", value: (company) => cellOf(company)?.value ?? null };
  return [
    value,
    { name: `${heading} quote`, type: "STRING", value: (company) => cellOf(company)?.quote ?? null },
    {
      name: `${heading} source`,
      type: "STRING",
      value: (company) => {
        const cell = cellOf(company);
        return cell === undefined ? null : sourceText(cell);
      },
    },
  ];
}

/**
 * Returns the columns of a market's file: those of every file, and three for each column of the market. NDJSON has
 * more.
 */
export function columnsOf(own: readonly ExportedColumn[]): Column[] {
  const columns = [...COLUMNS];
  for (const column of own)
    columns.push(
      ...ownColumns(column, (name) =>
        columns.some((one) => [name, `${name} quote`, `${name} source`].includes(one.name)),
      ),
    );
  return columns;
}
