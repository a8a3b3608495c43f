import type { PipelineChoicesInput } from "../generated/graphql.ts";
import { spoken } from "../parts/words.ts";

export type Choices = Pick<
  PipelineChoicesInput,
  | "runReverseGeocoding"
  | "runNews"
  | "runEsg"
  | "runPeople"
  | "runMomentumScore"
  | "runMarketRadar"
  | "runTopicAnalysis"
  | "runPhraseExplorer"
  | "runGenerateFeatureMap"
  | "runDunsMapper"
>;

const WORDS: readonly [name: keyof Choices, words: string, meaning: string][] = [
  ["runReverseGeocoding", "Map", "where each company is"],
  ["runMomentumScore", "Momentum", "who gains, by news, events and figures"],
  ["runMarketRadar", "Radar", "fit against momentum"],
  ["runTopicAnalysis", "Topics", "what the companies write about"],
  ["runPhraseExplorer", "Phrases", "phrases that are typical of these companies"],
  ["runGenerateFeatureMap", "Feature map", "which company claims which feature"],
  ["runNews", "News", "articles, with sentiment"],
  ["runEsg", "ESG", "what companies and third parties report"],
  ["runPeople", "People", "who leads the companies"],
  ["runDunsMapper", "Identifiers", "D-U-N-S numbers and LEIs"],
];

/** Returns what a job does by its workflow's name: `runEsg` is "ESG". */
export function workName(workflowName: string): string {
  if (workflowName === "first_pass") return "Discovery";
  if (workflowName === "second_pass") return "Further discovery";
  return WORDS.find(([name]) => name === workflowName)?.[1] ?? spoken(workflowName.replace(/^run/, ""));
}

/** Pipeline flags that need only what is stored already. */
export const ANALYSES: Choices = {
  runReverseGeocoding: true,
  runMomentumScore: true,
  runMarketRadar: true,
  runTopicAnalysis: true,
  runPhraseExplorer: true,
  runGenerateFeatureMap: true,
};

interface ChoicesFieldProps {
  legend: string;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

/** The pipeline flags, one by one. */
export function ChoicesField({ legend, choices, onChange }: ChoicesFieldProps) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {WORDS.map(([name, words, meaning]) => (
        <label key={name} className="choice">
          <input
            type="checkbox"
            checked={choices[name] === true}
            onChange={(event) => onChange({ ...choices, [name]: event.target.checked })}
          />
          <span>
            {words} <span className="quiet">{meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
