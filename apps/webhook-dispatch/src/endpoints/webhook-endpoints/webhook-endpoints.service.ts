import { Injectable } from '@nestjs/common';
import { ALL_EVENT_TYPES, DEFAULT_WEBHOOK_SIGNATURE_KINDS } from '@towpath/contracts';
import type {
  CreateWebhookEndpointRequest,
  DeleteWebhookEndpointResponse,
  RecoverWebhookEndpointRequest,
  RecoverWebhookEndpointResponse,
  UpdateWebhookEndpointRequest,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
} from '@towpath/contracts/webhook-dispatch';
import { DomainError, newId, type CustomerAppId, type WebhookEndpointId } from '@towpath/kernel';
import { byValues, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { DeliveryDoorbell } from './delivery-doorbell.js';
import { RealTime } from '../../time/real-time.js';
import { TargetsService } from '../targets/targets.service.js';
import { EndpointSeal, newSecret } from './endpoint-seal.js';
import {
  WebhookEndpoint,
  type CustomHeaders,
  type EndpointPatch,
  type EndpointSettings,
} from './webhook-endpoint.js';
import {
  webhookEndpointHealth,
  webhookEndpoints,
  webhookRecoveries,
  type EndpointRow,
} from './webhook-endpoint.table.js';
import {
  endpointBody,
  endpointNotFound,
  parseEndpointId,
  recoveryBody,
  WebhookEndpointsReads,
} from './webhook-endpoints.reads.js';

/** Every event is matched against all endpoints of its app. */
const MAX_PER_APP = 100;

/** Most rows that one statement moves; further retries follow at their own time, within 12 h. */
const MAX_HURRIED = 10_000;
const HURRY = `UPDATE webhook_deliveries d SET due_at = $3
  FROM (SELECT customer_app_id, event_id, webhook_endpoint_id FROM webhook_deliveries
        WHERE customer_app_id = $1 AND webhook_endpoint_id = $2 AND status = 'RETRYING'
          AND due_at > $3 AND claimed_by IS NULL
        ORDER BY due_at LIMIT ${MAX_HURRIED}) waiting
  WHERE d.customer_app_id = waiting.customer_app_id AND d.event_id = waiting.event_id
    AND d.webhook_endpoint_id = waiting.webhook_endpoint_id`;

/** Replaces the last recovery. */
const START_RECOVERY = byValues(`INSERT INTO webhook_recoveries
    (customer_app_id, webhook_endpoint_id, since, started_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (customer_app_id, webhook_endpoint_id) DO UPDATE
  SET since = $3, started_at = $4, finished_at = NULL, position = '', recovered_events = 0`);

/** Commands on webhook endpoints. */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly db: Transactions,
    private readonly reads: WebhookEndpointsReads,
    private readonly seal: EndpointSeal,
    private readonly targets: TargetsService,
    private readonly doorbell: DeliveryDoorbell,
    private readonly time: RealTime,
  ) {}

  async create(
    app: CustomerAppId,
    body: CreateWebhookEndpointRequest,
  ): Promise<WebhookEndpointWithSecretResponse> {
    await this.targets.assertAllowed(body.url);
    return this.db.forApp(app, async (tx) => {
      if ((await this.reads.count(tx)) >= MAX_PER_APP) {
        throw new DomainError(
          'INVALID_REQUEST',
          `An app has at most ${MAX_PER_APP} webhook endpoints; delete one first.`,
        );
      }
      const identity = {
        endpointId: newId<WebhookEndpointId>(tx.systemNow),
        customerAppId: tx.customerApp.id,
      };
      const settings = { ...settingsOf(body), secret: newSecret() };
      const times = { now: tx.now, real: this.time.of(tx) };
      const endpoint = WebhookEndpoint.create(identity, settings, times);
      const batch = new WriteBatch();
      webhookEndpoints.insert(batch, this.rowOf(endpoint));
      webhookEndpointHealth.insert(batch, {
        ...identity,
        failingSince: null,
        consecutiveFailures: 0,
        pausedUntil: null,
        rateUsedUntil: null,
      });
      tx.write(batch);
      return withSecret(endpoint, body.headers);
    });
  }

  /** Also pauses and resumes it. Once it is enabled, its held deliveries are sent. */
  async update(
    app: CustomerAppId,
    rawEndpointId: string,
    body: UpdateWebhookEndpointRequest,
  ): Promise<WebhookEndpointResponse> {
    const endpointId = parseEndpointId(rawEndpointId);
    if (body.url !== undefined) await this.targets.assertAllowed(body.url);
    return this.db.forApp(app, async (tx) => {
      const endpoint = await this.existing(tx, endpointId);
      const times = { now: tx.now, real: this.time.of(tx) };
      const { reopened } = endpoint.update(patchOf(body), times);
      this.save(tx, endpoint);
      if (reopened) this.reopen(tx, endpointId);
      return endpointBody(endpoint, body.headers);
    });
  }

  /** A new secret; the old one also signs for a day, so that receivers can change over. */
  async rotateSecret(
    app: CustomerAppId,
    rawEndpointId: string,
  ): Promise<WebhookEndpointWithSecretResponse> {
    const endpointId = parseEndpointId(rawEndpointId);
    return this.db.forApp(app, async (tx) => {
      const endpoint = await this.existing(tx, endpointId);
      endpoint.rotate(newSecret(), { now: tx.now, real: this.time.of(tx) });
      this.save(tx, endpoint);
      return withSecret(endpoint);
    });
  }

  /**
   * Deletes an endpoint with its secrets and headers; nothing more is sent to it. Its ID stays known
   * to attempts.
   */
  async delete(app: CustomerAppId, rawEndpointId: string): Promise<DeleteWebhookEndpointResponse> {
    const endpointId = parseEndpointId(rawEndpointId);
    return this.db.forApp(app, async (tx) => {
      const { snapshot } = await this.existing(tx, endpointId);
      const batch = new WriteBatch();
      const { customerAppId } = snapshot;
      const end = { enabled: false, sealed: null, deletedAt: this.time.of(tx) };
      webhookEndpoints.change(batch, { customerAppId, endpointId }, end);
      tx.write(batch);
      return { success: true };
    });
  }

  /**
   * Queues all events again that an endpoint did not acknowledge since an instant. One recovery of an
   * endpoint runs at a time: a repeat shows its progress, an earlier instant starts it again from there.
   */
  async recover(
    app: CustomerAppId,
    rawEndpointId: string,
    body: RecoverWebhookEndpointRequest,
  ): Promise<RecoverWebhookEndpointResponse> {
    const endpointId = parseEndpointId(rawEndpointId);
    const since = new Date(body.since);
    return this.db.forApp(app, async (tx) => {
      await this.existing(tx, endpointId);
      let recovery = await webhookRecoveries.find(tx, { endpointId });
      if (!recovery || recovery.finishedAt || recovery.since > since) {
        const startedAt = this.time.of(tx);
        await tx.query(START_RECOVERY, [app, endpointId, since, startedAt]);
        const fresh = { position: '', recoveredEvents: 0, finishedAt: null };
        recovery = { customerAppId: app, endpointId, since, startedAt, ...fresh };
      }
      return { webhook_endpoint_id: endpointId, recovery: recoveryBody(recovery) };
    });
  }

  save(tx: AppTx, endpoint: WebhookEndpoint): void {
    const batch = new WriteBatch();
    webhookEndpoints.update(batch, this.rowOf(endpoint));
    tx.write(batch);
  }

  /** Forgets the failures of the endpoint and makes its deliveries due. */
  private reopen(tx: AppTx, endpointId: WebhookEndpointId): void {
    const { id: customerAppId, type: appType } = tx.customerApp;
    const batch = new WriteBatch();
    const healthy = { failingSince: null, consecutiveFailures: 0, pausedUntil: null };
    webhookEndpointHealth.change(batch, { customerAppId, endpointId }, healthy);
    batch.statement(HURRY, [customerAppId, endpointId, this.time.of(tx)]);
    tx.write(batch);
    tx.afterCommit(() => this.doorbell.ring([{ customerAppId, endpointId, appType }]));
  }

  private async existing(tx: AppTx, endpointId: WebhookEndpointId): Promise<WebhookEndpoint> {
    const endpoint = await this.reads.lock(tx, endpointId);
    if (!endpoint) throw endpointNotFound();
    return endpoint;
  }

  private rowOf({ snapshot }: WebhookEndpoint): EndpointRow {
    const { secrets, headers, ...row } = snapshot;
    return { ...row, sealed: this.seal.seal(row, { secrets, headers }) };
  }
}

/** With the secret: on creation and rotation, and never again. */
function withSecret(
  endpoint: WebhookEndpoint,
  given: CustomHeaders = {},
): WebhookEndpointWithSecretResponse {
  const [current] = endpoint.snapshot.secrets;
  return { ...endpointBody(endpoint, given), secret: current?.secret ?? '' };
}

function settingsOf(body: CreateWebhookEndpointRequest): EndpointSettings {
  return {
    url: body.url,
    eventTypes: body.event_types ?? [ALL_EVENT_TYPES],
    description: body.description ?? null,
    enabled: body.enabled ?? true,
    headers: body.headers ?? {},
    rateLimitPerSecond: body.rate_limit_per_second ?? null,
    signatureKinds: body.signature_kinds ?? DEFAULT_WEBHOOK_SIGNATURE_KINDS,
  };
}

function patchOf(body: UpdateWebhookEndpointRequest): EndpointPatch {
  return {
    url: body.url,
    eventTypes: body.event_types,
    description: body.description,
    enabled: body.enabled,
    headers: body.headers,
    rateLimitPerSecond: body.rate_limit_per_second,
    signatureKinds: body.signature_kinds,
  };
}
