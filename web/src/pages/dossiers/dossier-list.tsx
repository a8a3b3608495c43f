import { type FormEvent, useState } from "react";
import { useMutation, useQuery } from "urql";
import { Link, useLocation } from "wouter";
import {
  type AgentType,
  CreateDossierDocument,
  DossiersDocument,
  RunDossierDocument,
} from "../../generated/graphql.ts";
import { useSession } from "../../graph/session-context.ts";
import { JobBadge } from "../../parts/badge.tsx";
import { ListPanel } from "../../parts/list-panel.tsx";
import { MarketField } from "../../parts/market-field.tsx";
import { ErrorNotice } from "../../parts/notice.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { useCursorPages } from "../../parts/use-cursor-pages.ts";
import { useSettled } from "../../parts/use-settled.ts";
import { useTitle } from "../../parts/use-title.ts";
import { day, spoken } from "../../parts/words.ts";

const PAGE = 20;

/** Shows the team's dossiers that are in no collection, and the form that makes one. */
export default function DossierList() {
  const { may } = useSession();
  const [search, setSearch] = useState("");
  const settled = useSettled(search.trim());
  const pages = useCursorPages(settled);
  useTitle("Dossiers");
  const [{ data, error }] = useQuery({
    query: DossiersDocument,
    variables: { first: PAGE, after: pages.after, query: settled || null },
    requestPolicy: "cache-and-network",
  });
  return (
    <>
      <header className="page-head">
        <h1>Dossiers</h1>
        <p className="lead">
          A recurring question about a company, a market or a theme. Every sentence of its report has its sources.
        </p>
      </header>
      {may("collections:write") && <NewDossier />}
      <ListPanel
        name="dossiers"
        title="All dossiers"
        list={data?.dossiers}
        error={error}
        pages={pages}
        size={PAGE}
        filters={<SearchField label="Search dossiers by their question" value={search} onChange={setSearch} />}
        empty={
          settled === ""
            ? {
                title: "No dossier yet",
                advice: may("collections:write") && <p>“New dossier” above asks the first question.</p>,
              }
            : { title: "No dossier matches", advice: <p>Try fewer letters.</p> }
        }
        keyOf={({ agentId }) => agentId}
        row={(node) => (
          <Link href={`/dossiers/${node.agentId}`} className="market-row">
            <span className="market-row-name">{node.query}</span>
            <span className="market-row-facts">
              <span>
                {node.company?.name ??
                  (node.market == null ? spoken(node.agentType) : `${node.market.name} #${node.market.marketId}`)}
              </span>
              <span>{day(node.lastModifiedAt)}</span>
            </span>
            {node.lastTask != null && <JobBadge status={node.lastTask.status} />}
          </Link>
        )}
      />
    </>
  );
}

function NewDossier() {
  const [agentType, setType] = useState<AgentType>("COMPANY");
  const [query, setQuery] = useState("");
  const [company, setCompany] = useState("");
  const [marketId, setMarket] = useState("");
  const [, navigate] = useLocation();
  const [creating, create] = useMutation(CreateDossierDocument);
  const [running, run] = useMutation(RunDossierDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await create({
      agentType,
      query: query.trim(),
      company: agentType === "COMPANY" ? company.trim() : null,
      marketId: agentType === "MARKET" && marketId !== "" ? Number(marketId) : null,
    });
    const agentId = made.data?.createDossier.agentId;
    if (agentId === undefined) return;
    await run({ agentId });
    navigate(`/dossiers/${agentId}`);
  };
  const error = creating.error ?? running.error;
  const isComplete =
    query.trim() !== "" &&
    (agentType === "THEME" || (agentType === "COMPANY" ? company.trim() !== "" : marketId !== ""));
  return (
    <details className="panel">
      <summary>New dossier</summary>
      <form onSubmit={(event) => void submit(event)}>
        <div className="field-pair">
          <div className="field">
            <label htmlFor="about">About</label>
            <select id="about" value={agentType} onChange={(event) => setType(event.target.value as AgentType)}>
              <option value="COMPANY">A company</option>
              <option value="MARKET">A market</option>
              <option value="THEME">A theme</option>
            </select>
          </div>
          {agentType === "COMPANY" && (
            <div className="field">
              <label htmlFor="subject">Domain of the company</label>
              <input
                id="subject"
                value={company}
                placeholder="vestas.com"
                onChange={(event) => setCompany(event.target.value)}
              />
            </div>
          )}
          {agentType === "MARKET" && <MarketField id="subject" marketId={marketId} onChange={setMarket} />}
        </div>
        <div className="field">
          <label htmlFor="dossier-question">Question</label>
          <textarea id="dossier-question" rows={2} value={query} onChange={(event) => setQuery(event.target.value)} />
        </div>
        {error !== undefined && <ErrorNotice error={error} />}
        <button
          type="submit"
          className="button button-main"
          disabled={!isComplete || creating.fetching || running.fetching}
        >
          Create and run
        </button>
      </form>
    </details>
  );
}
