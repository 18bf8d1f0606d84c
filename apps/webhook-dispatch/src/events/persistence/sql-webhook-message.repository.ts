import { Injectable } from '@nestjs/common';
import type { PublicWebhook } from '@towpath/contracts';
import type { AppTx } from '@towpath/persistence';
import { SUBSCRIBERS_OF_APP } from '../../endpoints/persistence/subscribers.lookup.js';
import {
  WebhookMessageRepository,
  type Moment,
  type NewMessage,
  type NumberedResource,
  type Subscriber,
} from '../ports.js';

const NEXT = `WITH counted AS (
    INSERT INTO webhook_resources AS r
      (customer_app_id, resource_kind, resource_id, last_sequence, updated_at)
    VALUES ($1, $2, $3, 1, $4)
    ON CONFLICT (customer_app_id, resource_kind, resource_id) DO UPDATE
      SET last_sequence = r.last_sequence + 1, updated_at = excluded.updated_at
    RETURNING last_sequence)
  SELECT (SELECT last_sequence FROM counted) AS sequence, (${SUBSCRIBERS_OF_APP}) AS subscribers`;

const ADD = `WITH message AS (
    INSERT INTO webhook_messages (customer_app_id, event_id, event_type, resource_kind,
      resource_id, sequence, event_time, body, request_id, traceparent, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11))
  INSERT INTO webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id, resource_id,
    sequence, status, due_at, created_at)
  SELECT $1, $2, recipient, $5, $6, 'PENDING', $11, $11 FROM unnest($12::text[]) AS recipient`;

@Injectable()
export class SqlWebhookMessageRepository extends WebhookMessageRepository {
  override async next(
    tx: AppTx,
    { kind, id }: PublicWebhook['resource'],
    { at }: Moment,
  ): Promise<NumberedResource> {
    const [row] = await tx.query<{ sequence: number; subscribers: Subscriber[] }>(NEXT, [
      tx.customerApp.id,
      kind,
      id,
      at,
    ]);
    if (!row) throw new Error('the resource was not counted');
    return row;
  }

  override async add(tx: AppTx, message: NewMessage, { at }: Moment): Promise<void> {
    await tx.query(ADD, [
      tx.customerApp.id,
      message.eventId,
      message.eventType,
      message.resource.kind,
      message.resource.id,
      message.sequence,
      message.eventTime,
      message.body,
      message.requestId,
      message.traceparent,
      at,
      message.recipients,
    ]);
  }
}
