/** Converts an answer to the input of another request, without the type names that the client's cache asks for. */
export function asInput<T>(answer: T): T {
  if (Array.isArray(answer)) return answer.map(asInput) as T;
  if (typeof answer !== "object" || answer === null) return answer;
  const entries = Object.entries(answer).filter(([name]) => name !== "__typename");
  return Object.fromEntries(entries.map(([name, value]) => [name, asInput(value)])) as T;
}
