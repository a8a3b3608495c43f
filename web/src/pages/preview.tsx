import { useState } from "react";
import { useQuery } from "urql";
import {
  PreviewDiscoveryDocument,
  type PreviewDiscoveryQuery,
  type SearchCriteriaInput,
} from "../generated/graphql.ts";
import { Icon } from "../parts/icon.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { count, countryName, many } from "../parts/words.ts";

/** Shows on request what a discovery by these criteria would find: nothing is started, and nothing is paid. */
export function Preview({ criteria }: { criteria: SearchCriteriaInput }) {
  const [asked, setAsked] = useState<SearchCriteriaInput | null>(null);
  const [{ data, error, fetching }, again] = useQuery({
    query: PreviewDiscoveryDocument,
    variables: { searchCriteria: asked ?? criteria },
    pause: asked === null,
  });
  // After a change of the criteria, the old preview would mislead.
  const isShown = asked === criteria;
  return (
    <section className="panel" aria-labelledby="preview-title">
      <header className="panel-head">
        <h2 id="preview-title">Preview</h2>
        <button
          type="button"
          className="button button-small"
          disabled={isShown && fetching}
          onClick={() => setAsked(criteria)}
        >
          <Icon name="search" />
          Show the likeliest companies
        </button>
      </header>
      {!isShown && <p className="quiet">What the discovery would find by these criteria, at no cost.</p>}
      {isShown && fetching && <Loading rows={5} label="Searching" />}
      {isShown && error !== undefined && (
        <ErrorNotice error={error} onRetry={() => again({ requestPolicy: "network-only" })} />
      )}
      {isShown && !fetching && data != null && <Previewed preview={data.previewDiscovery} />}
    </section>
  );
}

function Previewed({ preview }: { preview: PreviewDiscoveryQuery["previewDiscovery"] }) {
  const { candidates, wanted, notes, counts, companies } = preview;
  const found = counts.in + counts.belowCut;
  if (companies.length === 0)
    return (
      <Empty title="No company matches">
        <p>
          {many(candidates, "company was", "companies were")} looked at. Fewer conditions, or other places, let more in.
        </p>
      </Empty>
    );
  return (
    <>
      <p role="status">
        <strong>{many(found, "company matches", "companies match")}</strong>, {count(wanted)} wanted.{" "}
        <span className="quiet">
          {count(counts.related)} related, {count(counts.excluded)} excluded, {count(counts.failed)} do not match.
        </span>
      </p>
      <ol className="arriving">
        {companies.map(({ domain, reason, company }) => (
          <li key={domain}>
            <strong>{company.name}</strong>
            <span className="quiet">
              {[domain, company.city, company.country == null ? null : countryName(company.country)]
                .filter((part) => part != null && part !== "")
                .join(", ")}
            </span>
            <span className="arriving-why">{reason}</span>
          </li>
        ))}
      </ol>
      {found > companies.length && (
        <p className="quiet">The best {companies.length}. A language model or the open web may change the result.</p>
      )}
      {notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </>
  );
}
