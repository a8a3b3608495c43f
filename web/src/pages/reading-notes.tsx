import { useQuery } from "urql";
import { CriteriaNotesDocument, type SearchCriteriaInput } from "../generated/graphql.ts";
import { Note } from "../parts/notice.tsx";
import { useSettled } from "../parts/use-settled.ts";

interface ReadingNotesProps {
  criteria: SearchCriteriaInput;
  /** What the rules alone could not use, shown until a worker has told more. */
  notUsed: string[];
}

/** Shows how the discovery will understand the criteria; asked again when they have changed. */
export function ReadingNotes({ criteria, notUsed }: ReadingNotesProps) {
  const settled = useSettled(criteria, 500);
  const [{ data, error }] = useQuery({ query: CriteriaNotesDocument, variables: { searchCriteria: settled } });
  const notes = data?.criteriaNotes;
  if (notes !== undefined)
    return (
      notes.length > 0 && (
        <Note title="How it is read:">
          <ul className="plain">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Note>
      )
    );
  return (
    <>
      {notUsed.length > 0 && (
        <Note title="Not understood, so not used:">
          <ul className="plain">
            {notUsed.map((words) => (
              <li key={words}>“{words}”</li>
            ))}
          </ul>
        </Note>
      )}
      {error !== undefined && <p className="quiet">The words were not compared with the directory.</p>}
    </>
  );
}
