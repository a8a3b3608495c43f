import { useState } from "react";
import { useMutation } from "urql";
import { useLocation } from "wouter";
import {
  type ReadQuestionMutation,
  type SearchCriteriaInput,
  StartDiscoveryDocument,
  SuggestWordsDocument,
} from "../generated/graphql.ts";
import { asInput } from "../graph/as-input.ts";
import { Icon } from "../parts/icon.tsx";
import { ErrorNotice } from "../parts/notice.tsx";
import { PlacesField } from "../parts/places-field.tsx";
import { spoken } from "../parts/words.ts";
import { WordsField } from "../parts/words-field.tsx";
import { ANALYSES, type Choices, ChoicesField } from "./choices-field.tsx";
import { FurtherFields, listOf, SizeFields } from "./condition-fields.tsx";
import type { Constraints } from "./conditions.ts";
import { Preview } from "./preview.tsx";
import { Quote } from "./quote.tsx";
import { ReadingNotes } from "./reading-notes.tsx";

type Reading = ReadQuestionMutation["generateSearchCriteria"];

const ROLES = ["manufacturer", "distributor", "serviceProvider", "softwareProvider"];

type Criteria = Omit<Reading, "form" | "__typename"> & Pick<SearchCriteriaInput, "performSearch">;

/** Constraints of another shape are not used by any discovery. */
const constraintsOf = ({ constraints }: Criteria): Constraints =>
  typeof constraints === "object" && constraints !== null ? (constraints as Constraints) : {};

/** The criteria as read. The discovery searches by what is changed here. */
export function CriteriaForm({ reading: { form, ...read } }: { reading: Reading }) {
  const [criteria, setCriteria] = useState<Criteria>(() => asInput(read));
  const [choices, setChoices] = useState<Choices>(ANALYSES);
  const [maxCostUsd, setMaxCost] = useState<number | null>(null);
  const [, navigate] = useLocation();
  const [{ fetching, error }, start] = useMutation(StartDiscoveryDocument);
  const [{ fetching: suggesting, data: suggested, error: notSuggested }, suggest] = useMutation(SuggestWordsDocument);
  const { keywords } = criteria;
  const change = (changed: Partial<typeof criteria>) => setCriteria({ ...criteria, ...changed });
  const changeWords = (changed: Partial<typeof keywords>) => change({ keywords: { ...keywords, ...changed } });
  const constraints = constraintsOf(criteria);
  const fresh = (suggested?.suggestKeywords ?? []).filter(
    (word) => !keywords.features.includes(word) && !keywords.synonyms.includes(word),
  );

  const begin = async () => {
    const { data } = await start({ searchCriteria: criteria, maxCostUsd, pipelineChoices: choices });
    if (data != null) navigate(`/markets/${data.startDiscovery.market.marketId}`);
  };

  const changeConstraint = (name: string, value: unknown) => {
    const { [name]: _before, ...others } = constraints;
    const changed = value === null ? others : { ...others, [name]: value };
    change({ constraints: Object.keys(changed).length === 0 ? null : changed });
  };

  return (
    <div className="columns">
      <div>
        <section className="panel" aria-labelledby="criteria-title">
          <header className="panel-head">
            <h2 id="criteria-title">Criteria</h2>
          </header>
          <ReadingNotes criteria={criteria} notUsed={form.notUsed} />
          <WordsField
            label="What they offer"
            hint={`${form.asksForAll ? "All of these" : "Any of these"}. Phrases that companies use about themselves work best.`}
            words={keywords.features}
            onChange={(features) => changeWords({ features })}
          />
          <WordsField
            label="Other words for it"
            words={keywords.synonyms}
            onChange={(synonyms) => changeWords({ synonyms })}
          />
          <div className="suggest">
            <button
              type="button"
              className="button button-small"
              disabled={suggesting}
              onClick={() => void suggest({ searchCriteria: criteria })}
            >
              {suggesting ? "Looking…" : "Suggest words"}
            </button>
            {suggested !== undefined && fresh.length === 0 && (
              <span className="quiet">No further words were found.</span>
            )}
            {fresh.map((word) => (
              <button
                key={word}
                type="button"
                className="suggestion"
                onClick={() => changeWords({ synonyms: [...keywords.synonyms, word] })}
              >
                <Icon name="add" />
                {word}
              </button>
            ))}
          </div>
          {notSuggested !== undefined && <ErrorNotice error={notSuggested} />}
          <div className="field-pair">
            <div className="field">
              <label htmlFor="role">Role</label>
              <select
                id="role"
                value={criteria.marketRole}
                onChange={(event) => change({ marketRole: event.target.value })}
              >
                <option value="">Any</option>
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {spoken(role)}
                  </option>
                ))}
              </select>
            </div>
            <div className="field">
              <label htmlFor="type">Kind of offer</label>
              <select
                id="type"
                value={criteria.marketType}
                onChange={(event) => change({ marketType: event.target.value })}
              >
                <option value="">Any</option>
                <option value="product">Product</option>
                <option value="service">Service</option>
              </select>
            </div>
          </div>
          <PlacesField
            places={criteria.locations}
            onChange={(locations) => change({ locations: locations as typeof criteria.locations })}
          />
          <WordsField
            label="Places of work"
            hint="Where they have sites or are at work, wherever they are based. Any of these is enough."
            words={listOf(constraints.operatesIn ?? form.operatesIn)}
            placeholder="West Africa"
            onChange={(places) => {
              // An empty list takes back what the question says.
              const isNothing = places.length === 0 && form.operatesIn.length === 0;
              changeConstraint("operatesIn", isNothing ? null : places);
            }}
          />
          <WordsField
            label="Not wanted"
            hint="Kinds of companies, or places, to leave out."
            words={keywords.irrelevant}
            placeholder="wind farm operators"
            onChange={(irrelevant) => changeWords({ irrelevant })}
          />
          <WordsField
            label="Made for"
            hint="Who buys or uses the offer."
            words={keywords.user}
            onChange={(user) => changeWords({ user })}
          />
          <WordsField
            label="Example companies"
            hint="Domains of companies like those that you want."
            words={criteria.seedDomains}
            placeholder="vestas.com"
            onChange={(seedDomains) => change({ seedDomains })}
          />
          <label className="choice">
            <input
              type="checkbox"
              checked={criteria.performSearch === false}
              disabled={criteria.seedDomains.length === 0}
              onChange={(event) => change({ performSearch: !event.target.checked })}
            />
            <span>Take only these, and search for no others</span>
          </label>
          <SizeFields
            stated={form.conditions}
            constraints={constraints}
            onChange={(changed) => change({ constraints: changed })}
          />
          <FurtherFields
            constraints={constraints}
            assertions={criteria.assertions}
            onConstraint={changeConstraint}
            onAssertions={(assertions) => change({ assertions })}
          />
        </section>
        <Preview criteria={criteria} />
      </div>
      <aside className="side">
        <section className="panel" aria-labelledby="start-title">
          <header className="panel-head">
            <h2 id="start-title">Start</h2>
          </header>
          <div className="field">
            <label htmlFor="name">Name of the market</label>
            <input
              id="name"
              value={criteria.marketName}
              onChange={(event) => change({ marketName: event.target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor="count">Companies, at most</label>
            <input
              id="count"
              type="number"
              min={1}
              max={1000}
              value={criteria.count}
              onChange={(event) => change({ count: event.target.valueAsNumber || 1 })}
            />
          </div>
          <Quote criteria={criteria} maxCostUsd={maxCostUsd} onMaxCost={setMaxCost} />
          <ChoicesField legend="Also run" choices={choices} onChange={setChoices} />
          {error !== undefined && <ErrorNotice error={error} />}
          <button
            type="button"
            className="button button-main button-wide"
            disabled={fetching}
            onClick={() => void begin()}
          >
            {fetching ? "Starting…" : "Start the discovery"}
          </button>
        </section>
      </aside>
    </div>
  );
}
