import { DomainError } from '@towpath/kernel';
import { PreparedAnswer } from '../responses/prepared-answer.js';
import type { ConnectorPlace } from './connector-registry.js';
import { DEFAULT_ENDPOINT } from './gateway-credentials.js';

/** A call-back as it arrived: it proves nothing before a connector has verified its signature. */
export interface RawCallBack {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Real time: signatures age. */
  readonly receivedAt: Date;
}

/** What a connector verified and read. One body may tell of several things. */
export interface ReadCallBacks<Event> {
  readonly events: readonly Event[];
  /** The body that the other side demands in our answer; null for none. */
  readonly answer: string | null;
}

export interface CallBackReader<Event> extends ConnectorPlace {
  /**
   * Throws `UNAUTHORIZED` for a wrong or old signature or an unknown endpoint, `INVALID_REQUEST` for
   * another shape.
   * @param endpointId from the path; null for the path without one
   */
  readCallBacks(raw: RawCallBack, endpointId: string | null): Promise<ReadCallBacks<Event>>;
}

/** Where a call-back arrived. */
export interface ReceivedCallBack {
  readonly integrationId: string;
  /** Which account at the other side sends it; null for the path without one. */
  readonly endpointId: string | null;
  readonly raw: RawCallBack;
}

/** For a connector with one account: whether the path names it. Throws `UNAUTHORIZED` if not. */
export function assertDefaultEndpoint(endpointId: string | null): void {
  if (endpointId === null || endpointId === DEFAULT_ENDPOINT) return;
  throw new DomainError('UNAUTHORIZED', 'There is no such endpoint.');
}

/**
 * Read by the connector whose secret signed it: all of the integration are asked, of test and live
 * apps. If none verifies it, throws the refusal that says most.
 * @param otherwise the explanation where the integration has no connector
 */
export async function readByAny<Event, Reader extends CallBackReader<Event>>(
  readers: readonly (Reader & CallBackReader<Event>)[],
  { raw, endpointId }: Pick<ReceivedCallBack, 'raw' | 'endpointId'>,
  otherwise: string,
): Promise<ReadCallBacks<Event> & { readonly reader: Reader }> {
  const refusals: unknown[] = [];
  for (const reader of readers) {
    try {
      return { reader, ...(await reader.readCallBacks(raw, endpointId)) };
    } catch (error) {
      refusals.push(error);
    }
  }
  const verified = refusals.find((each) => !isUnauthorized(each));
  throw verified ?? refusals[0] ?? new DomainError('UNAUTHORIZED', otherwise);
}

/**
 * Each on its own, in their order, so that one that fails does not hide the others. Then throws the
 * first failure: the other side sends all of them again, and those that are handled change nothing.
 */
export async function handleEach<Event>(
  events: readonly Event[],
  handle: (event: Event) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const event of events) {
    try {
      await handle(event);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.find((each) => !isUnauthorized(each)) ?? failures[0];
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'UNAUTHORIZED';
}

/** The answer to a call-back, for a controller; undefined sends no body. */
export function callBackAnswer(text: string | null): PreparedAnswer | undefined {
  if (text === null) return undefined;
  return new PreparedAnswer(200, text, { 'content-type': 'text/plain; charset=utf-8' });
}
