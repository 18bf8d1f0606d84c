const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** An instant as `2 Nov 2026, 10:04 UTC`. */
export function utcTime(instant: string): string {
  return `${inZone(instant, { ...DATE, ...TIME, timeZone: 'UTC' })} UTC`;
}

/** The same with seconds, in the zone of this machine, which is named. */
export function localTime(instant: string): string {
  return inZone(instant, { ...DATE, ...TIME, second: '2-digit', timeZoneName: 'short' });
}

/** `10:04:09` UTC, for entries of one day. */
export function utcClock(instant: string): string {
  return inZone(instant, { ...TIME, second: '2-digit', timeZone: 'UTC' });
}

/** `2 Nov 2026`, of UTC. */
export function utcDay(instant: string): string {
  return inZone(instant, { ...DATE, timeZone: 'UTC' });
}

function inZone(instant: string, options: Intl.DateTimeFormatOptions): string {
  const at = new Date(instant);
  if (Number.isNaN(+at)) return instant;
  return new Intl.DateTimeFormat('en-GB', options).format(at);
}
