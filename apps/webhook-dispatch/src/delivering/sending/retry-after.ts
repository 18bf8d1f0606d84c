const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const SECONDS = /^\d{1,9}$/;

/**
 * The wait that `Retry-After` requests, in ms from `now`; undefined if it is absent or unusable.
 */
export function retryAfterMs(header: unknown, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const ms = SECONDS.test(text) ? Number(text) * 1_000 : dateMs(text, now);
  return ms !== undefined && ms > 0 ? ms : undefined;
}

function dateMs(text: string, now: Date): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - now.getTime();
}
