/** A part of the question: `start` inclusive, `end` exclusive, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** Replaces the spans by blanks, so that all offsets stay valid. */
export function blank(text: string, spans: Span[]): string {
  let result = text;
  for (const { start, end } of spans) result = result.slice(0, start) + " ".repeat(end - start) + result.slice(end);
  return result;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

export function within(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
