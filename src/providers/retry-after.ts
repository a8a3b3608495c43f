/**
 * Returns the wait that a `Retry-After` header asks for, in milliseconds from now: seconds or a date (RFC 9110
 * §10.2.3); never negative. Undefined when there is none or it cannot be read.
 */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // Accepts only HTTP's form: Date.parse alone would take "-5" or "3 apples" for a date.
  const moment = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
