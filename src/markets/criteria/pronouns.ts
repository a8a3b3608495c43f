/** The end of a sentence that says what it is about: "I'm writing a thesis on uranium." */
const SUBJECT =
  /\b(?:on|about|regarding|into|in|at|to) ((?:\p{Ll}[\p{L}-]*\s){0,2}\p{Ll}[\p{L}-]*)\s*[.!]\s+(?=(?:who|which|what|find|list|show|name)\b)/iu;
const DETERMINERS = /^(?:the|a|an|this|that|these|those|our|my)\s/i;

/** Puts the subject of a sentence in place of "it" in the question after it: "… on uranium. Who mines it?" */
export function withPronounsNamed(text: string): string {
  const said = SUBJECT.exec(text);
  if (said === null) return text;
  const rest = said.index + said[0].length;
  const subject = (said[1] ?? "").replace(DETERMINERS, "");
  const end = text.slice(rest).search(/[.?!](?:\s|$)/);
  const question = end < 0 ? text.slice(rest) : text.slice(rest, rest + end);
  return text.slice(0, rest) + question.replace(/\b(?:it|them)\b/i, subject) + (end < 0 ? "" : text.slice(rest + end));
}
