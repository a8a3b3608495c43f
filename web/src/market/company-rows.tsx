import {
  type ColumnDef,
  createColumnHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { AnswerFragment, CriterionOutcome, ReviewDecision } from "../generated/graphql.ts";
import { Icon } from "../parts/icon.tsx";
import { Meter } from "../parts/meter.tsx";
import { WideTable } from "../parts/wide-table.tsx";
import { count, countryName } from "../parts/words.ts";
import { ColumnAnswer } from "./column-answer.tsx";
import { ReviewButtons } from "./review-buttons.tsx";

/** A company in a list, whatever its verdict. */
export interface CompanyRow {
  rank: number | null;
  name: string;
  domain: string;
  city: string | null;
  country: string | null;
  employees: number | null;
  reason: string;
  /** Probability that it offers what is asked, 0–1; null where unknown. */
  fit: number | null;
  review: ReviewDecision | null;
  /** Answers in the market's columns; absent for a company outside the market. */
  answers?: readonly AnswerFragment[];
}

/** A column of the market. */
export interface OwnColumn {
  columnId: number;
  name: string;
}

const OWN = "own-";

/** Returns a table's id for a column of the market. */
export const ownColumnId = ({ columnId }: Pick<OwnColumn, "columnId">): string => `${OWN}${columnId}`;

/** Returns the probability of the offer from a company's criteria. */
export const fitOf = (
  criteria: readonly { criterion: string; outcome: CriterionOutcome; probability?: number | null }[],
): number | null => criteria.find(({ criterion }) => criterion === "offer")?.probability ?? null;

const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, CompanyRow>();

/** Columns hidden where no row has a value. */
const OPTIONAL = ["rank", "employees", "fit"] as const;

interface CompanyTableProps {
  marketId: number;
  label: string;
  rows: CompanyRow[];
  /** Shown before the review. */
  ownColumns?: readonly OwnColumn[];
  sorting: SortingState;
  /** Columns by which the list can be ordered. */
  sortable: readonly string[];
  onSort: (column: string) => void;
  onOpen: ((domain: string) => void) | undefined;
  onReviewed: () => void;
}

/** The table of companies; the caller sorts its rows. */
export function CompanyTable(props: CompanyTableProps) {
  const { marketId, label, rows, ownColumns = [], sorting, sortable, onSort, onOpen, onReviewed } = props;
  const columns = columnsOf(marketId, ownColumns, onOpen, onReviewed);
  const isShown = (column: string) => !OPTIONAL.some((one) => one === column && rows.every((row) => row[one] === null));
  const table = useTable({
    features,
    data: rows,
    columns,
    manualSorting: true,
    getRowId: ({ domain }) => domain,
    state: { sorting },
  });
  const fits = rows.map(({ fit }) => fit !== null);
  return (
    <>
      {fits.includes(true) && (
        <p className="quiet said">
          Fit is the probability that a company offers what is asked.
          {fits.includes(false) && " “–”: a rule decided, for which no probability is known."}
        </p>
      )}
      <WideTable label={`${label}, table`}>
        <table className="companies" aria-label={label}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers
                  .filter(({ column }) => isShown(column.id))
                  .map((header) => {
                    const sorted = sorting.find(({ id }) => id === header.column.id);
                    const order = sorted === undefined ? "none" : sorted.desc ? "descending" : "ascending";
                    const canSort = sortable.includes(header.column.id);
                    return (
                      <th
                        key={header.id}
                        scope="col"
                        className={`column-${header.column.id}`}
                        aria-sort={canSort ? order : undefined}
                      >
                        {canSort ? (
                          <button type="button" className="sort" onClick={() => onSort(header.column.id)}>
                            <table.FlexRender header={header} />
                            <Icon name={order === "none" ? "sortable" : order} />
                          </button>
                        ) : (
                          <table.FlexRender header={header} />
                        )}
                      </th>
                    );
                  })}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                className={`${row.original.review === "REJECTED" ? "is-rejected" : ""} ${isShown("rank") ? "" : "is-unranked"}`}
              >
                {row
                  .getAllCells()
                  .filter(({ column }) => isShown(column.id))
                  .map((cell) => (
                    <td
                      key={cell.id}
                      className={cell.column.id.startsWith(OWN) ? "column-own" : `column-${cell.column.id}`}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </>
  );
}

function columnsOf(
  marketId: number,
  ownColumns: readonly OwnColumn[],
  onOpen: ((domain: string) => void) | undefined,
  onReviewed: () => void,
): ColumnDef<typeof features, CompanyRow>[] {
  return helper.columns([
    helper.accessor("rank", { header: "#", cell: ({ getValue }) => getValue() ?? "–" }),
    helper.accessor("name", {
      header: "Company",
      cell: ({ row: { original } }) =>
        onOpen === undefined ? (
          <span className="company-name">
            <strong>{original.name}</strong>
            <span className="quiet">{original.domain}</span>
          </span>
        ) : (
          <button type="button" className="company-name" onClick={() => onOpen(original.domain)}>
            <strong>{original.name}</strong>
            <span className="quiet">{original.domain}</span>
          </button>
        ),
    }),
    helper.accessor("country", {
      header: "Place",
      cell: ({ row: { original } }) => (
        <>
          {original.country === null ? "–" : countryName(original.country)}
          {original.city !== null && <span className="quiet second">{original.city}</span>}
        </>
      ),
    }),
    helper.accessor("employees", {
      header: "Employees",
      cell: ({ getValue }) => {
        const employees = getValue();
        return employees === null ? "–" : count(employees);
      },
    }),
    helper.accessor("fit", {
      header: "Fit",
      cell: ({ getValue }) => {
        const fit = getValue();
        return fit === null ? <span className="quiet column-none">–</span> : <Meter share={fit} label="Fit" />;
      },
    }),
    helper.accessor("reason", { header: "Why" }),
    ...ownColumns.map((own) =>
      helper.display({
        id: ownColumnId(own),
        header: () => own.name,
        cell: ({ row: { original } }) => (
          <>
            <span className="column-own-name">
              {own.name}
              {own.name.endsWith("?") ? " " : ": "}
            </span>
            <ColumnAnswer
              company={original.name}
              column={own.name}
              answer={original.answers?.find(({ column }) => column.columnId === own.columnId)}
            />
          </>
        ),
      }),
    ),
    helper.display({
      id: "review",
      header: () => <span className="unseen">Review</span>,
      cell: ({ row: { original } }) => (
        <ReviewButtons
          marketId={marketId}
          name={original.name}
          domain={original.domain}
          decision={original.review}
          onReviewed={onReviewed}
        />
      ),
    }),
  ]) as ColumnDef<typeof features, CompanyRow>[];
}
