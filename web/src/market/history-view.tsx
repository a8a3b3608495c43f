import { useParameters } from "../parts/use-parameters.ts";
import { moment } from "../parts/words.ts";
import { ChangesTable, kindOf } from "./changes-table.tsx";
import { EarlierList } from "./earlier-list.tsx";
import type { JobData, MarketData } from "./market-data.ts";
import { MomentField, type NamedMoment } from "./moment-field.tsx";

const NOW: NamedMoment = { at: "", words: "Now" };

/** Returns the named moments, newest first: the ends of discoveries, and the beginning of the history. */
function momentsOf({ historySince }: MarketData, jobs: readonly JobData[]): NamedMoment[] {
  const ends = jobs.flatMap(({ jobId, kind, status, endTime }) =>
    kind === "DISCOVERY" && status === "COMPLETED" && endTime != null && endTime >= historySince
      ? [{ at: endTime, words: `After discovery ${jobId}, ${moment(endTime)}` }]
      : [],
  );
  return [...ends, { at: historySince, words: `When its history begins, ${moment(historySince)}` }];
}

interface HistoryViewProps {
  market: MarketData;
  jobs: readonly JobData[];
  onOpen: (domain: string) => void;
}

/** Shows what changed in the market between two moments, and the market at the earlier one. */
export default function HistoryView({ market, jobs, onOpen }: HistoryViewProps) {
  // Kept in the address, so that the view can be shared.
  const [parameters, set] = useParameters();
  const moments = momentsOf(market, jobs);
  // By default, the result of the newest discovery, including its reviews.
  const from = parameters.get("from") ?? (moments[1] ?? moments[0])?.at ?? market.historySince;
  const to = parameters.get("to") ?? "";
  const { marketId, historySince } = market;
  return (
    <>
      <section className="panel" aria-labelledby="changes-title">
        <h2 id="changes-title">What changed</h2>
        <div className="field-pair">
          <MomentField
            label="From"
            value={from}
            named={moments}
            since={historySince}
            onChange={(at, replace) => set("from", at, { replace })}
          />
          <MomentField
            label="To"
            value={to}
            named={[NOW, ...moments.filter(({ at }) => at > from)]}
            since={from}
            onChange={(at, replace) => set("to", at, { replace })}
          />
        </div>
        <ChangesTable
          marketId={marketId}
          from={from}
          to={to}
          kind={kindOf(parameters.get("kind"))}
          onKind={(kind) => set("kind", kind ?? "")}
          onOpen={onOpen}
        />
      </section>
      <section className="panel" aria-labelledby="earlier-title">
        <h2 id="earlier-title">The market on {moment(from)}</h2>
        <p className="quiet said">By present names. Reviews and evidence are not kept for earlier moments.</p>
        <EarlierList marketId={marketId} at={from} onOpen={onOpen} />
      </section>
    </>
  );
}
