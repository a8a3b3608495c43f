/** Number of opening braces to try: text full of braces is no answer. */
const MOST_BEGINNINGS = 100;
/** Longest text searched for an answer, in characters. */
const LONGEST_TEXT = 200_000;

/**
 * Returns the JSON values in a model's answer in order: the whole text where it is JSON, otherwise the objects in it.
 * Models without an enforced form write a code fence or a sentence around their answer, or think aloud before it.
 */
export function jsonValuesIn(text: string): unknown[] {
  const whole = parsed(text);
  if (whole !== undefined) return [whole];
  if (text.length > LONGEST_TEXT) return [];
  const values: unknown[] = [];
  let at = text.indexOf("{");
  for (let tries = 0; at >= 0 && tries < MOST_BEGINNINGS; tries++) {
    const end = endOfObject(text, at);
    const value = end === -1 ? undefined : parsed(text.slice(at, end));
    if (value !== undefined) values.push(value);
    at = text.indexOf("{", value === undefined ? at + 1 : end);
  }
  return values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the position after the brace that closes the one at `start`, ignoring braces in strings; -1 where none does.
 */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}
