import type { PipelineChoicesInput } from "../generated/graphql.ts";
import { spoken } from "../parts/words.ts";

/** Flags with a control of their own: the e-mail of a publish. The explorer never leaves the review out. */
type OfferedElsewhere = "runSendPublishEmail" | "skipDiscoveryReview";
type Flag = Exclude<keyof PipelineChoicesInput, OfferedElsewhere>;

export type Choices = Pick<PipelineChoicesInput, Flag>;

interface FlagWords {
  words: string;
  meaning: string;
  /** Whether it needs only what is stored already. */
  isAnalysis: boolean;
}

/** The flags in the order in which they are shown. */
const WORDS: Readonly<Record<Flag, FlagWords>> = {
  runReverseGeocoding: { words: "Map", meaning: "where each company is", isAnalysis: true },
  runMomentumScore: { words: "Momentum", meaning: "who gains, by news, events and figures", isAnalysis: true },
  runMarketRadar: { words: "Radar", meaning: "fit against momentum", isAnalysis: true },
  runTopicAnalysis: { words: "Topics", meaning: "what the companies write about", isAnalysis: true },
  runPhraseExplorer: { words: "Phrases", meaning: "phrases that are typical of these companies", isAnalysis: true },
  runGenerateFeatureMap: { words: "Feature map", meaning: "which company claims which feature", isAnalysis: true },
  runNews: { words: "News", meaning: "articles, with sentiment", isAnalysis: false },
  runEsg: { words: "ESG", meaning: "what companies and third parties report", isAnalysis: false },
  runPeople: { words: "People", meaning: "who leads the companies", isAnalysis: false },
  runDunsMapper: { words: "Identifiers", meaning: "D-U-N-S numbers and LEIs", isAnalysis: false },
};

const FLAGS = Object.keys(WORDS) as Flag[];

/** Returns what a job does by its workflow's name: `runEsg` is "ESG". */
export function workName(workflowName: string): string {
  if (workflowName === "first_pass") return "Discovery";
  if (workflowName === "second_pass") return "Further discovery";
  const flag = FLAGS.find((name) => name === workflowName);
  return flag === undefined ? spoken(workflowName.replace(/^run/, "")) : WORDS[flag].words;
}

/** Pipeline flags that need only what is stored already. */
export const ANALYSES: Choices = Object.fromEntries(
  FLAGS.filter((flag) => WORDS[flag].isAnalysis).map((flag) => [flag, true]),
);

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
      {FLAGS.map((flag) => (
        <label key={flag} className="choice">
          <input
            type="checkbox"
            checked={choices[flag] === true}
            onChange={(event) => onChange({ ...choices, [flag]: event.target.checked })}
          />
          <span>
            {WORDS[flag].words} <span className="quiet">{WORDS[flag].meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
