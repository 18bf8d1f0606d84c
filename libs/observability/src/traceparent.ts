import { randomBytes } from 'node:crypto';

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
  const bytes = randomBytes(24).toString('hex');
  return `00-${bytes.slice(0, 32)}-${bytes.slice(32)}-00`;
}

export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.split('-')[1];
}
