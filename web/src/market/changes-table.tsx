import { useQuery } from "urql";
import { type MarketChangeKind, MarketHistoryDocument, type MarketHistoryQuery } from "../generated/graphql.ts";
import { Badge } from "../parts/badge.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { PagedTable } from "../parts/paged-table.tsx";
import { useCursorPages } from "../parts/use-cursor-pages.ts";
import { count } from "../parts/words.ts";
import { HistoryCompany } from "./history-company.tsx";

const PAGE = 25;

const KINDS = {
  ENTERED: { tone: "good", words: "Entered", counted: "entered" },
  LEFT: { tone: "bad", words: "Left", counted: "left" },
  MOVED: { tone: "open", words: "Moved", counted: "moved" },
  RESCORED: { tone: "quiet", words: "New score", counted: "rescored" },
} as const satisfies Record<MarketChangeKind, { tone: string; words: string; counted: string }>;

type Changes = NonNullable<NonNullable<MarketHistoryQuery["market"]>["changes"]>;
type Change = Changes["edges"][number]["node"];

const KIND_NAMES = Object.keys(KINDS) as MarketChangeKind[];

/** Returns the kind of this name; null means all of them. */
export const kindOf = (name: string | null): MarketChangeKind | null =>
  KIND_NAMES.find((kind) => kind === name) ?? null;

interface ChangesTableProps {
  marketId: number;
  from: string;
  /** "" means now. */
  to: string;
  kind: MarketChangeKind | null;
  onKind: (kind: MarketChangeKind | null) => void;
  onOpen: (domain: string) => void;
}

/** Shows what entered, left and moved between two moments. */
export function ChangesTable({ marketId, from, to, kind, onKind, onOpen }: ChangesTableProps) {
  const pages = useCursorPages(`${from} ${to} ${kind}`);
  const [{ data, error }, again] = useQuery({
    query: MarketHistoryDocument,
    variables: {
      marketId,
      from,
      to: to === "" ? null : to,
      kinds: kind === null ? null : [kind],
      first: PAGE,
      after: pages.after,
    },
    requestPolicy: "cache-and-network",
  });
  if (error !== undefined)
    return <ErrorNotice error={error} onRetry={() => again({ requestPolicy: "network-only" })} />;
  const changes = data?.market?.changes;
  if (changes == null) return <Loading rows={5} label="Loading changes" />;
  return (
    <>
      <KindChoice counts={changes.counts} kind={kind} onKind={onKind} />
      {changes.totalCount === 0 ? (
        <Empty title="Nothing has changed">
          <p>Between these two moments the market is the same.</p>
        </Empty>
      ) : (
        <PagedTable
          label="Changes"
          className="history"
          list={changes}
          pages={pages}
          size={PAGE}
          pagerLabel="the changes"
          headings={["Change", "Company", "Before", "After", "Why"]}
          row={(node) => <ChangeRow key={node.company.id} change={node} onOpen={onOpen} />}
        />
      )}
    </>
  );
}

interface KindChoiceProps {
  counts: Changes["counts"];
  kind: MarketChangeKind | null;
  onKind: (kind: MarketChangeKind | null) => void;
}

function KindChoice({ counts, kind, onKind }: KindChoiceProps) {
  const all = counts.entered + counts.left + counts.moved + counts.rescored;
  return (
    <fieldset className="segments kinds">
      <legend className="unseen">Kind of change</legend>
      {([null, ...KIND_NAMES] as const).map((one) => (
        <label key={one ?? "all"} className="segment">
          <input type="radio" name="kind" checked={one === kind} onChange={() => onKind(one)} />
          <span>
            {one === null ? "All changes" : KINDS[one].words}
            <em>{count(one === null ? all : counts[KINDS[one].counted])}</em>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function ChangeRow({
  change: { kind, company, before, after },
  onOpen,
}: {
  change: Change;
  onOpen: ChangesTableProps["onOpen"];
}) {
  const { tone, words } = KINDS[kind];
  const reason = (after ?? before)?.reason ?? "";
  return (
    <tr>
      <td>
        <Badge tone={tone} words={words} />
      </td>
      <td>
        <HistoryCompany company={company} onOpen={onOpen} />
      </td>
      <Standing label="Before" standing={before} />
      <Standing label="After" standing={after} />
      <td>
        {before != null && before.reason !== reason && <del className="second">{before.reason}</del>}
        {reason}
      </td>
    </tr>
  );
}

function Standing({ label, standing }: { label: string; standing: Change["before"] }) {
  if (standing == null)
    return (
      <td data-label={label} className="quiet">
        not in
      </td>
    );
  return (
    <td data-label={label}>
      #{count(standing.rank)}
      <span className="quiet second score"> {standing.score.toFixed(2)}</span>
    </td>
  );
}
