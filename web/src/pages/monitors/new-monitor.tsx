import { type FormEvent, useState } from "react";
import { useMutation } from "urql";
import { useLocation } from "wouter";
import { CreateMonitorDocument, type EventFilterInput, type MonitorTrigger } from "../../generated/graphql.ts";
import { MarketField } from "../../parts/market-field.tsx";
import { ErrorNotice } from "../../parts/notice.tsx";
import { interval } from "../../parts/words.ts";
import { filterWords } from "./event-filter.ts";
import { EventFilterFields } from "./event-filter-fields.tsx";
import type { MayMonitor } from "./may-monitor.ts";

/** In minutes. */
const INTERVALS = [1, 10, 60, 1_440, 10_080];

/** Asks for a market or a filter of events, and monitors it. */
export function NewMonitor({ may }: { may: MayMonitor }) {
  const [isOfEvents, setOfEvents] = useState(!may.markets);
  const [marketId, setMarket] = useState("");
  const [filter, setFilter] = useState<EventFilterInput>({});
  const [name, setName] = useState("");
  const [trigger, setTrigger] = useState<MonitorTrigger>("SCHEDULE");
  const [minutes, setMinutes] = useState("60");
  const [, navigate] = useLocation();
  const [creating, create] = useMutation(CreateMonitorDocument);
  const isComplete = isOfEvents ? filterWords(filter) !== "" : marketId !== "";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const what = isOfEvents ? { eventFilter: filter } : { marketId: Number(marketId) };
    const made = await create({
      input: { ...what, name: name.trim() || null, trigger, everyMinutes: Number(minutes) },
    });
    const id = made.data?.createMonitor.monitorId;
    if (id !== undefined) navigate(`/monitors/${id}`);
  };
  return (
    <details className="panel">
      <summary>New monitor</summary>
      <form onSubmit={(event) => void submit(event)}>
        <fieldset className="segments monitored">
          <legend className="unseen">What is monitored</legend>
          {may.markets && (
            <label className="segment">
              <input type="radio" name="monitored" checked={!isOfEvents} onChange={() => setOfEvents(false)} />
              <span>A market</span>
            </label>
          )}
          {may.events && (
            <label className="segment">
              <input type="radio" name="monitored" checked={isOfEvents} onChange={() => setOfEvents(true)} />
              <span>Events</span>
            </label>
          )}
        </fieldset>
        {!may.events && (
          <p className="quiet">
            Your key cannot monitor events: it needs the scope <code>impact:read</code> and the subscription{" "}
            <code>events-monitor</code>.
          </p>
        )}
        {isOfEvents ? (
          <EventFilterFields filter={filter} onChange={setFilter} />
        ) : (
          <MarketField id="monitored-market" marketId={marketId} onChange={setMarket} />
        )}
        <div className="field">
          <label htmlFor="monitor-name">Name (optional)</label>
          <input
            id="monitor-name"
            maxLength={200}
            placeholder={isOfEvents ? "Events" : "Name of the market"}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <div className="field-pair">
          <div className="field">
            <label htmlFor="monitor-trigger">Runs</label>
            <select
              id="monitor-trigger"
              value={trigger}
              onChange={(event) => setTrigger(event.target.value as MonitorTrigger)}
            >
              <option value="SCHEDULE">On a schedule</option>
              <option value="RECORDS_CHANGED">When {isOfEvents ? "events" : "companies"} change</option>
            </select>
          </div>
          <div className="field">
            <label htmlFor="monitor-interval">{trigger === "SCHEDULE" ? "How often" : "How often at most"}</label>
            <select id="monitor-interval" value={minutes} onChange={(event) => setMinutes(event.target.value)}>
              {INTERVALS.map((every) => (
                <option key={every} value={every}>
                  {interval(every)}
                </option>
              ))}
            </select>
          </div>
        </div>
        {creating.error !== undefined && <ErrorNotice error={creating.error} />}
        <button type="submit" className="button button-main" disabled={!isComplete || creating.fetching}>
          Create
        </button>
      </form>
    </details>
  );
}
