import { eventually } from '@towpath/testing';
import type { EventId } from '@towpath/kernel';
import type { TestApp } from './dispatch.fixture.js';

export interface Endpoint {
  readonly webhook_endpoint_id: string;
  readonly secret: string;
}

export interface ShownDelivery {
  readonly webhook_endpoint_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_attempt_at?: string;
  readonly next_attempt_at?: string;
  readonly last_status_code?: number;
}

export interface ShownEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly sequence: number;
  readonly resource_id: string;
  readonly body: Record<string, unknown>;
  readonly deliveries: readonly ShownDelivery[];
}

export interface ShownAttempt {
  readonly attempt_number: number;
  readonly outcome: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly status_code?: number;
  readonly response_body?: string;
  readonly error?: string;
}

/** A new endpoint with its secret. */
export async function createEndpoint(app: TestApp, settings: object): Promise<Endpoint> {
  const { status, text, body } = await app.call('POST', '/webhook_endpoints', settings);
  if (status !== 200) throw new Error(`the endpoint was not created: ${text}`);
  return body as unknown as Endpoint;
}

export async function showEvent(app: TestApp, eventId: EventId): Promise<ShownEvent> {
  const { body } = await app.call('GET', `/webhook_events/${eventId}`);
  return body as unknown as ShownEvent;
}

/** The newest attempt comes first. */
export async function attemptsOf(app: TestApp, eventId: EventId): Promise<ShownAttempt[]> {
  const { body } = await app.call('GET', `/webhook_events/${eventId}/attempts`);
  return body['attempts'] as ShownAttempt[];
}

/** The event's only delivery, once it looks as wanted. */
export async function deliveryWhen(
  app: TestApp,
  eventId: EventId,
  wanted: Partial<ShownDelivery>,
): Promise<ShownDelivery> {
  let seen: ShownDelivery | undefined;
  return eventually(
    async () => {
      [seen] = (await showEvent(app, eventId)).deliveries;
      const fits = Object.entries(wanted).every(
        ([name, value]) => seen?.[name as keyof ShownDelivery] === value,
      );
      return fits && seen;
    },
    { describe: () => `${JSON.stringify(wanted)}, saw ${JSON.stringify(seen)}` },
  );
}
