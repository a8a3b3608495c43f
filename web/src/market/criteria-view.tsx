import { useQuery } from "urql";
import { CriteriaHistoryDocument } from "../generated/graphql.ts";
import { Empty, ErrorNotice, Loading, Note } from "../parts/notice.tsx";
import { moment } from "../parts/words.ts";
import { criteriaLines, differences } from "./criteria-differences.ts";

/** Shows the criteria of each completed discovery, the newest first, with what changed. */
export default function CriteriaView({ marketId }: { marketId: number }) {
  const [{ data, error }] = useQuery({ query: CriteriaHistoryDocument, variables: { marketId } });
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (data == null) return <Loading rows={6} label="Loading the criteria" />;
  const history = data.market?.criteriaHistory ?? [];
  if (history.length === 0) return <Empty title="No discovery has completed yet" />;
  return (
    <>
      {history.map((version, at) => {
        const earlier = history[at + 1];
        const before = earlier === undefined ? undefined : criteriaLines(earlier.criteria);
        return (
          <section key={version.id} className="panel" aria-labelledby={`version-${version.jobId}`}>
            <header className="panel-head">
              <h2 id={`version-${version.jobId}`}>{at === 0 ? "Criteria now" : `Version ${history.length - at}`}</h2>
              <span className="quiet">
                discovery {version.jobId}
                {version.createdAt != null && ` · ${moment(version.createdAt)}`}
              </span>
            </header>
            {version.criteria.form.notUsed.length > 0 && (
              <Note title="Not understood, so not used: ">
                {version.criteria.form.notUsed.map((words) => `“${words}”`).join(", ")}
              </Note>
            )}
            <dl className="facts">
              {criteriaLines(version.criteria).map(({ name, values }, line) => {
                const changed = differences(values, before?.[line]?.values);
                return changed.length === 0 ? null : (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd className="changes">
                      {changed.map(({ value, change }) =>
                        change === "removed" ? (
                          <del key={value}>{value}</del>
                        ) : change === "added" ? (
                          <ins key={value}>{value}</ins>
                        ) : (
                          <span key={value}>{value}</span>
                        ),
                      )}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        );
      })}
    </>
  );
}
