import { useQuery } from "urql";
import { CompanyInMarketDocument, type CompanyInMarketQuery } from "../generated/graphql.ts";
import { VerdictBadge } from "../parts/badge.tsx";
import { Modal } from "../parts/modal.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { count, countryName, day, roughly, spoken } from "../parts/words.ts";
import { CriteriaResults } from "./criteria-results.tsx";
import { ReviewForm } from "./review-form.tsx";
import { meaningOf } from "./verdict-meaning.ts";

type Candidate = NonNullable<NonNullable<CompanyInMarketQuery["market"]>["candidate"]>;
type Company = Candidate["company"];

/** Returns a field of a record in the form in which evidence counts its characters: lists are joined by a comma. */
export function fieldText(company: object, field: string): string | null {
  const value: unknown = (company as Record<string, unknown>)[field];
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

interface CompanySheetProps {
  marketId: number;
  domain: string;
  onClose: () => void;
  /** Called when a review was changed; without it, reviews are not offered. */
  onChange?: () => void;
}

/**
 * Shows why a company is in the market, or why not: its criteria with evidence, its record with sources, and the
 * review.
 */
export function CompanySheet({ marketId, domain, onClose, onChange }: CompanySheetProps) {
  const [{ data, error }, again] = useQuery({ query: CompanyInMarketDocument, variables: { marketId, domain } });
  const candidate = data?.market?.candidate;
  return (
    <Modal title={candidate?.company.name ?? domain} place="side" onClose={onClose}>
      {error !== undefined && <ErrorNotice error={error} onRetry={() => again({ requestPolicy: "network-only" })} />}
      {data == null && error === undefined && <Loading rows={6} label="Loading the company" />}
      {data != null && candidate == null && (
        <Empty title="No discovery has judged it">
          <p>“Why not?” judges it now, by the market's criteria.</p>
        </Empty>
      )}
      {candidate != null && (
        <>
          <CompanyLine company={candidate.company} />
          <section className="sheet-part">
            <h3>{isIn(candidate) ? "Why it is in" : "Why it is not in"}</h3>
            {candidate.review != null && (
              <p>
                {candidate.review.decision === "ACCEPTED"
                  ? "A review accepted it, so it is in the market. Without the review:"
                  : "A review rejected it, so it is not in the market. Without the review:"}
              </p>
            )}
            <p className="verdict-line">
              <VerdictBadge verdict={candidate.verdict} />
              <span className="quiet">{meaningOf(candidate.verdict, candidate.criteria)}</span>
            </p>
            <p>{candidate.reason}</p>
            <CriteriaResults criteria={candidate.criteria} textOf={(field) => fieldText(candidate.company, field)} />
            <p className="quiet">
              Score {candidate.score.toFixed(3)} · found by {candidate.generators.map(spoken).join(", ").toLowerCase()}{" "}
              · judged {day(candidate.judgedAt)}
            </p>
          </section>
          {onChange !== undefined && (
            <ReviewForm
              marketId={marketId}
              domain={candidate.domain}
              review={candidate.review ?? null}
              onReviewed={() => {
                again({ requestPolicy: "network-only" });
                onChange();
              }}
            />
          )}
          <RecordOf company={candidate.company} />
          <Sources company={candidate.company} />
        </>
      )}
    </Modal>
  );
}

/** Whether the company is in the market: a review decides before the verdict. */
const isIn = ({ verdict, review }: Candidate): boolean =>
  review == null ? verdict === "IN" : review.decision === "ACCEPTED";

function CompanyLine({ company }: { company: Company }) {
  const place = [company.city, company.state, company.country == null ? null : countryName(company.country)];
  return (
    <p className="quiet">
      <a href={company.url ?? `https://${company.domain}`} target="_blank" rel="noreferrer noopener">
        {company.domain}
      </a>
      {" · "}
      {place.filter(Boolean).join(", ")}
    </p>
  );
}

const nameOf = (company: Company["parent"]): string | null =>
  company == null ? null : `${company.name} (${company.domain})`;

function RecordOf({ company }: { company: Company }) {
  const people = company.people.edges.map(({ node }) => node);
  const facts: [string, string | null][] = [
    ["Employees", company.employees == null ? null : count(company.employees)],
    ["Revenue", company.revenueUsd == null ? null : `$${roughly(company.revenueUsd)}`],
    ["Founded", company.founded == null ? null : String(company.founded)],
    ["Market capitalisation", company.marketCapBand == null ? null : spoken(company.marketCapBand)],
    ["Industries", company.industries.join(", ") || null],
    ["Keywords", company.keywords.join(", ") || null],
    ["Certifications", company.certifications.join(", ") || null],
    ["Part of", nameOf(company.parent)],
    ["Top of the group", company.ultimateParent?.id === company.parent?.id ? null : nameOf(company.ultimateParent)],
  ];
  return (
    <section className="sheet-part">
      <h3>The record</h3>
      {company.description != null && company.description !== "" && <p>{company.description}</p>}
      <dl className="facts">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        {people.length > 0 && (
          <div>
            <dt>People</dt>
            <dd>
              {people.map(({ name, role, isFormer }) => `${name}, ${isFormer ? "former " : ""}${role}`).join("; ")}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Shows the source of each value of the record. */
function Sources({ company: { provenance } }: { company: Company }) {
  const records = [...new Map(provenance.map(({ record }) => [record.id, record])).values()];
  return (
    <section className="sheet-part">
      <h3>Sources</h3>
      <ul className="sources">
        {records.map((record) => {
          const given = provenance.filter((one) => one.record.id === record.id);
          return (
            <li key={record.id}>
              <strong>{spoken(record.kind)}</strong> {record.source}
              {record.line != null && `, line ${count(record.line)}`}
              <span className="quiet second">
                {given.map(({ field }) => spoken(field).toLowerCase()).join(", ")} · recorded {day(record.recordedAt)}
              </span>
              {given
                .filter(({ sentence }) => sentence != null)
                .map(({ field, sentence }) => (
                  <q key={field} className="evidence">
                    {sentence}
                  </q>
                ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
