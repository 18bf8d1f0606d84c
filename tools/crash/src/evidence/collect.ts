import { SERVICE_NAMES } from '@towpath/contracts';
import type { System } from '@towpath/local-system';
import type { Consumer } from '../load/consumer.js';
import type { Call } from './calls.js';
import type { Databases } from './databases.js';
import type { Evidence, WebhookEvidence } from './evidence.js';
import { readDisputeBooks } from './read-disputes.js';
import { readLinkingBooks } from './read-linking.js';
import { readBankBooks, readMandateBooks } from './read-mandates.js';
import { readBooks, readGatewayBooks, readOutboxes } from './read-books.js';
import { readTopics } from './read-topics.js';

export interface Sources {
  readonly system: System;
  readonly databases: Databases;
  readonly consumer: Consumer;
  readonly calls: readonly Call[];
  readonly unfinished: readonly string[];
  readonly ended: readonly string[];
}

/** Reads the records of all sides, once all work is done. */
export async function collect(sources: Sources): Promise<Evidence> {
  const { system, databases, calls, unfinished, ended } = sources;
  return {
    calls,
    unfinished,
    ended,
    books: await readBooks(databases),
    mandates: await readMandateBooks(databases),
    disputes: await readDisputeBooks(databases),
    linking: await readLinkingBooks(databases),
    outbox: await readOutboxes(databases, SERVICE_NAMES),
    gateway: await readGatewayBooks(databases),
    bank: await readBankBooks(databases),
    messages: await readTopics(system.kafkaBrokers),
    webhooks: await collectWebhooks(sources),
  };
}

async function collectWebhooks(sources: Sources): Promise<WebhookEvidence> {
  const { system, databases, consumer } = sources;
  const key = await fetch(`${system.baseUrl}/webhooks/public_key.pem`);
  return {
    endpoints: consumer.endpoints,
    received: consumer.received(await key.text()),
    recorded: await databases.rows('webhook-dispatch', {
      sql: `SELECT customer_app_id, event_id, event_type, resource_kind, resource_id, sequence
            FROM webhook_messages`,
    }),
    attempts: await databases.rows('webhook-dispatch', {
      sql: `SELECT webhook_endpoint_id, event_id, attempt_number, status_code
            FROM webhook_attempts`,
    }),
  };
}
