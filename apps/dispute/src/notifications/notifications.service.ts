import { Inject, Injectable } from '@nestjs/common';
import type { DisputedPayment } from '@towpath/contracts/internal';
import {
  handleEach,
  LOGGER,
  PeerUnavailable,
  readByAny,
  type ReceivedCallBack,
} from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import {
  byKey,
  byValues,
  Encryption,
  Transactions,
  uniqueViolation,
  UnknownCustomerApp,
  WriteBatch,
  type AppTx,
} from '@towpath/persistence';
import type { ReportedDispute } from '../disputes/dispute.table.js';
import { DisputesReads } from '../disputes/disputes.reads.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { PaymentDirectory } from '../disputes/payment-directory.js';
import { NOTIFICATIONS_KEY } from '../persistence/key-purposes.js';
import {
  ProcessorUnavailable,
  UnreadableNotification,
  type DisputeProcessor,
  type VerifiedNotification,
} from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { notifications } from './notification.table.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Real time until the next try, by the tries before; hourly after the last. */
const BACK_OFF_MS = [1, 2, 5, 10, 60, 300].map((seconds) => seconds * SECOND_MS);

const EVENT_ID = /^[\x21-\x7e]{1,200}$/;
/** For all gateways together; each forwards fewer (`maxAtOnce` of the operation). */
const MAX_RECEIVED = 32;
/** More would leave too few connections to other callers. */
const MAX_APPLIED = 8;

// Leaves a second for the first try, which follows at once if there is capacity.
const ADD =
  byKey(`INSERT INTO processor_notifications (customer_app_id, integration_id, connector, event_id,
    processor_reference, sealed_body, received_at, tries, try_at, waits_for)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 0,
    CASE WHEN $8::text IS NULL THEN $7::timestamptz + interval '1 second' END, $8)
  ON CONFLICT DO NOTHING RETURNING 1 AS added`);

const LOCK = byKey(`SELECT n.sealed_body AS "sealedBody", n.tries,
    n.settled_at IS NOT NULL AS "isSettled",
    CASE WHEN d.dispute_id IS NOT NULL THEN to_jsonb(d) END AS dispute
  FROM processor_notifications n LEFT JOIN disputes d
    ON d.customer_app_id = n.customer_app_id AND d.integration_id = n.integration_id
      AND d.connector = n.connector AND d.processor_reference = n.processor_reference
  WHERE n.customer_app_id = $1 AND n.integration_id = $2 AND n.connector = $3 AND n.event_id = $4
  FOR UPDATE OF n`);

const POSTPONE = byKey(`UPDATE processor_notifications SET tries = tries + 1, waits_for = $5,
    try_at = now() + $6::bigint * interval '1 millisecond'
  WHERE customer_app_id = $1 AND integration_id = $2 AND connector = $3 AND event_id = $4
    AND settled_at IS NULL`);

const DUE = byValues(`SELECT
    ${notifications.select('customerAppId', 'integrationId', 'connector', 'eventId')}
  FROM processor_notifications
  WHERE try_at <= now() AND ($1::text IS NULL OR customer_app_id = $1)
  ORDER BY try_at LIMIT 200`);

/** A notification as this service names it. */
export interface NotificationKey {
  readonly customerAppId: CustomerAppId;
  readonly integrationId: string;
  readonly connector: string;
  /** The processor's ID: copies of a notification share it. */
  readonly eventId: string;
}

interface StoredNotification {
  readonly sealedBody: Buffer;
  readonly tries: number;
  readonly isSettled: boolean;
  /** The row of the dispute that it is about; null where that is not known yet. */
  readonly dispute: unknown;
}

/** The payment of a new dispute, once it was searched for. */
type Search = { readonly payment: DisputedPayment | null } | null;

type Result =
  | { readonly kind: 'DONE' }
  /** The dispute is new: its payment has to be found before. */
  | { readonly kind: 'PAYMENT_NEEDED'; readonly reported: ReportedDispute }
  | { readonly kind: 'WAIT'; readonly waitsFor: string; readonly tries: number | null };

/** Notifications of card processors about disputes, as they sent them, encrypted. */
@Injectable()
export class NotificationsService {
  private received = 0;
  private applied = 0;

  constructor(
    private readonly db: Transactions,
    private readonly encryption: Encryption,
    private readonly processors: ProcessorRegistry,
    private readonly payments: PaymentDirectory,
    private readonly reads: DisputesReads,
    private readonly disputes: DisputesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Accepted means stored: each takes effect now or later, in any order, and once.
   * @returns the body of our answer; null for none
   */
  async receive({ integrationId, ...received }: ReceivedCallBack): Promise<string | null> {
    if (this.received >= MAX_RECEIVED) {
      throw new DomainError('SERVICE_UNAVAILABLE', 'Too many notifications are in progress.');
    }
    this.received += 1;
    try {
      const { reader, events, answer } = await readByAny(
        this.processors.named(integrationId),
        received,
        'No such processor notifies here.',
      );
      const { receivedAt } = received.raw;
      await handleEach(events, (event) => this.store(reader, event, receivedAt));
      return answer;
    } finally {
      this.received -= 1;
    }
  }

  /** Applies a stored notification once, or later if it cannot take effect yet. Whether it is settled. */
  async apply(key: NotificationKey): Promise<boolean> {
    try {
      let result = await this.attempt(key, null);
      if (result.kind === 'PAYMENT_NEEDED') {
        const payment = await this.paymentOf(key, result.reported);
        result = await this.attempt(key, { payment });
      }
      if (result.kind === 'WAIT') await this.postpone(key, result);
      return result.kind === 'DONE';
    } catch (error) {
      await this.postpone(key, { waitsFor: obstacleOf(error), tries: BACK_OFF_MS.length - 3 });
      if (isExpected(error)) return false;
      throw error;
    }
  }

  /** Those to be tried by now, of one app or of all. */
  due(app?: CustomerAppId): Promise<NotificationKey[]> {
    return this.db.asWorker((tx) => tx.query<NotificationKey & object>(DUE, [app ?? null]));
  }

  private async store(
    processor: DisputeProcessor,
    event: VerifiedNotification,
    receivedAt: Date,
  ): Promise<void> {
    const key = await this.keyOf(processor, event);
    if (!key) return;
    const { processorReference, waitsFor } = reading(processor, event);
    const sealed = this.encryption.encrypt(NOTIFICATIONS_KEY, event.body, contextOf(key));
    const row = [...valuesOf(key), processorReference, sealed, receivedAt, waitsFor];
    const added = await this.db.asWorker((tx) => tx.query(ADD, row), { byKey: true });
    if (added.length === 1 && waitsFor === null) await this.applyAtOnce(key);
  }

  /** Null for the dispute of a payment that is not ours: the processor's account has other uses too. */
  private async keyOf(
    processor: DisputeProcessor,
    event: VerifiedNotification,
  ): Promise<NotificationKey | null> {
    const { integrationId, connector } = processor;
    const { eventId, gatewayReference } = event;
    if (!EVENT_ID.test(eventId)) {
      throw new DomainError('INVALID_REQUEST', 'body must have an ID of 1 to 200 characters.');
    }
    const place = { integrationId, connector };
    const named = appIn(event);
    if (gatewayReference === null) {
      if (!named) throw new DomainError('INVALID_REQUEST', 'body must name a customer app.');
      return { customerAppId: named, ...place, eventId };
    }
    const asked = { ...place, gatewayReference, customerAppId: named };
    const payment = await this.payments.atProcessor(asked);
    if (payment && (await isInAccount(processor, payment, event))) {
      return { customerAppId: payment.customer_app_id as CustomerAppId, ...place, eventId };
    }
    const why = payment
      ? 'names another account than that of its payment'
      : 'is about no payment of ours';
    this.logger.warn({ ...place, eventId }, `a notification ${why}`);
    return null;
  }

  private async paymentOf(
    { customerAppId, integrationId, connector }: NotificationKey,
    { paymentId, gatewayReference }: ReportedDispute,
  ): Promise<DisputedPayment | null> {
    if (paymentId !== null) return this.payments.find(customerAppId, paymentId);
    if (gatewayReference === null) return null;
    const asked = { integrationId, connector, gatewayReference, customerAppId };
    return this.payments.atProcessor(asked);
  }

  /** Makes the first try, unless too many others are running; then the job makes it. */
  private async applyAtOnce(key: NotificationKey): Promise<void> {
    if (this.applied >= MAX_APPLIED) return;
    this.applied += 1;
    try {
      await this.apply(key);
    } catch (error) {
      this.logger.warn({ err: error, eventId: key.eventId }, 'a notification is tried again later');
    } finally {
      this.applied -= 1;
    }
  }

  private attempt(key: NotificationKey, search: Search): Promise<Result> {
    return this.db.forApp(key.customerAppId, async (tx) => {
      const [found] = await tx.query<StoredNotification>(LOCK, valuesOf(key));
      if (!found || found.isSettled) return { kind: 'DONE' };
      return this.take(tx, found, { key, search });
    });
  }

  private take(
    tx: AppTx,
    { sealedBody, dispute: row, tries }: StoredNotification,
    { key, search }: { readonly key: NotificationKey; readonly search: Search },
  ): Result {
    const { integrationId, connector } = key;
    const appType = tx.customerApp.type;
    const processor = this.processors.find({ appType, integrationId, connector });
    if (!processor) return { kind: 'WAIT', waitsFor: 'FOREIGN_MODE', tries: null };
    const body = this.encryption.decrypt(NOTIFICATIONS_KEY, sealedBody, contextOf(key));
    const reported = processor.read(body);
    if (!row && !search) return { kind: 'PAYMENT_NEEDED', reported };
    const batch = new WriteBatch();
    const dispute = row ? this.reads.restored(row).dispute : null;
    const known = { place: key, dispute, payment: search?.payment ?? null };
    const taken = this.disputes.record(tx, batch, { reported, known });
    if (typeof taken === 'string') return { kind: 'WAIT', waitsFor: taken, tries };
    const outcome = taken.isNew ? 'APPLIED' : 'STALE';
    const settled = { outcome, settledAt: tx.systemNow, tryAt: null, waitsFor: null } as const;
    notifications.change(batch, key, settled);
    tx.write(batch);
    return { kind: 'DONE' };
  }

  /** @param tries null when only a person can help */
  private async postpone(
    key: NotificationKey,
    { waitsFor, tries }: { readonly waitsFor: string; readonly tries: number | null },
  ): Promise<void> {
    const afterMs = tries === null ? null : (BACK_OFF_MS[tries] ?? HOUR_MS);
    const params = [...valuesOf(key), waitsFor, afterMs];
    await this.db.asWorker((tx) => tx.query(POSTPONE, params), { byKey: true });
  }
}

/** Null where neither body nor endpoint names the app. */
function appIn({ customerAppId: named }: VerifiedNotification): CustomerAppId | null {
  if (named === null) return null;
  const customerAppId = parseId<CustomerAppId>(named);
  if (customerAppId) return customerAppId;
  throw new DomainError('INVALID_REQUEST', 'body must name a customer app.');
}

/** An account cannot dispute the payment of another one, even of the same app. */
async function isInAccount(
  processor: DisputeProcessor,
  payment: DisputedPayment,
  { gatewayAccount: named }: VerifiedNotification,
): Promise<boolean> {
  if (named === null) return true;
  const { customer_app_id: app, gateway_account: gatewayAccount = null } = payment;
  try {
    return await processor.isAt({ customerAppId: app as CustomerAppId, gatewayAccount }, named);
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    throw new DomainError('SERVICE_UNAVAILABLE', 'The account of the payment cannot be read.');
  }
}

function valuesOf({ customerAppId, integrationId, connector, eventId }: NotificationKey): string[] {
  return [customerAppId, integrationId, connector, eventId];
}

function contextOf(key: NotificationKey): string {
  return ['processor_notifications', ...valuesOf(key)].join(' ');
}

/** An unknown event is stored for an operator. */
function reading(processor: DisputeProcessor, { body }: VerifiedNotification) {
  try {
    const { processorReference } = processor.read(body);
    return { processorReference, waitsFor: null };
  } catch (error) {
    if (!(error instanceof UnreadableNotification)) throw error;
    return { processorReference: null, waitsFor: `UNREADABLE: ${error.message}` };
  }
}

function obstacleOf(error: unknown): string {
  if (error instanceof UnknownCustomerApp) return 'CUSTOMER_APP_NOT_FOUND';
  return error instanceof Error ? error.name : 'ERROR';
}

/** Another notification opened the dispute just now, or a service is away: the next try may do. */
function isExpected(error: unknown): boolean {
  const isAway = error instanceof PeerUnavailable;
  return isAway || error instanceof UnknownCustomerApp || uniqueViolation(error) !== undefined;
}
