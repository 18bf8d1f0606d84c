import { randomUUID } from 'node:crypto';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

/** The W3C `traceparent` header when it is usable, else undefined. */
export function parseTraceparent(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const match = TRACEPARENT.exec(raw);
  return match && match[1] !== NO_TRACE && match[2] !== NO_SPAN ? raw : undefined;
}

/** A new trace that is not sampled: it joins logs and events even where no collector is set. */
export function newTraceparent(): string {
  // UUIDs come from a pool of random bytes, which is many times cheaper than asking for 24 of them
  const digits = (randomUUID() + randomUUID()).replaceAll('-', '');
  return `00-${digits.slice(0, 32)}-${digits.slice(32, 48)}-00`;
}

export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.split('-')[1];
}

/** Whether the trace is recorded: its flag of the W3C header is set. */
export function isSampled(traceparent: string | undefined): boolean {
  return (Number.parseInt(traceparent?.split('-')[3] ?? '0', 16) & 1) === 1;
}
