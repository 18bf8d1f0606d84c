import type { WebhookEventResponse } from '@towpath/sdk';
import { describe } from '../failure.js';
import type { LocalSigner } from './local-signer.js';

/** What became of a request to the receiver. */
export interface Forwarded {
  /** Absent if there was no answer. */
  readonly status?: number;
  readonly error?: string;
  readonly duration_ms: number;
}

export interface Receiver {
  readonly to: URL;
  readonly signer: LocalSigner;
}

/** As long as a delivery may take. */
const TIMEOUT_MS = 10_000;

/** Sends an event as a delivery would: the same bytes, signed here. Never rejects. */
export async function forward(
  { event_id, body }: Pick<WebhookEventResponse, 'event_id' | 'body'>,
  { to, signer }: Receiver,
): Promise<Forwarded> {
  const bytes = Buffer.from(JSON.stringify(body));
  const start = performance.now();
  const duration = () => Math.round(performance.now() - start);
  try {
    const answer = await fetch(to, {
      method: 'POST',
      body: bytes,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'user-agent': 'Towpath-Webhooks/1',
        'content-type': 'application/json',
        ...signer.headers(event_id, bytes),
      },
    });
    await answer.body?.cancel();
    return { status: answer.status, duration_ms: duration() };
  } catch (error) {
    return { error: describe(error), duration_ms: duration() };
  }
}

export function outcomeText({ status, error, duration_ms }: Forwarded): string {
  return status === undefined ? `→ failed: ${error}` : `→ ${status} in ${duration_ms} ms`;
}
