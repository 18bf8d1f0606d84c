import { Injectable } from '@nestjs/common';
import { byValues, byKey, WriteBatch, type Tx } from '@towpath/persistence';

import { CallbackSender } from '../../../base/callbacks/callback-sender.js';
import type { AuthorizationRecord } from '../../authorizations/domain/authorization.js';
import { GatewayRefusal } from '../../../base/parties/gateway-refusal.js';
import { fromRow, toRow } from '../../../persistence/record-row.js';
import { factOf } from '../dispute-fact.js';
import type { CardDisputeRecord } from '../domain/card-dispute.js';
import { DisputeProtocols } from '../ports.js';

export interface DisputeKey {
  readonly gateway: string;
  readonly disputeReference: string;
}

/** A page of the open disputes of an app at a gateway. */
export interface OpenDisputes {
  readonly gateway: string;
  readonly customerAppId: string;
  /** The last reference of the page before. */
  readonly after: string;
}

/** A dispute locked for this transaction, with the payment that it is about. */
interface LoadedDispute {
  readonly dispute: CardDisputeRecord;
  readonly authorization: AuthorizationRecord;
  /** The app's clock. */
  readonly now: Date;
}

interface JoinedRow {
  readonly dispute: Record<string, unknown>;
  readonly authorization: Record<string, unknown>;
  readonly app_now: Date;
}

const JOINED = `SELECT to_jsonb(d) AS dispute, to_jsonb(a) AS "authorization",
    app_now(d.customer_app_id) AS app_now
  FROM card_disputes d JOIN card_authorizations a USING (gateway, reference)`;

/** The gateways' own books of disputes, and the notifications that follow from a change. */
@Injectable()
export class CardDisputesRepository {
  constructor(
    private readonly protocols: DisputeProtocols,
    private readonly sender: CallbackSender,
  ) {}

  async get(tx: Tx, { gateway, disputeReference }: DisputeKey): Promise<LoadedDispute> {
    const [row] = await tx.query<JoinedRow>(
      byKey(`${JOINED} WHERE d.gateway = $1 AND d.dispute_reference = $2 FOR UPDATE OF d`),
      [gateway, disputeReference],
    );
    if (row) return loaded(row);
    throw new GatewayRefusal('not_found', 'There is no dispute with this reference.');
  }

  /** Open disputes without an answer or a decision, by their reference. */
  async open(tx: Tx, asked: OpenDisputes): Promise<LoadedDispute[]> {
    const rows = await tx.query<JoinedRow>(
      byValues(`${JOINED} WHERE d.gateway = $1 AND d.customer_app_id = $2 AND d.dispute_reference > $3
         AND d.state IN ('OPEN', 'CLOSED_TO_DEFENCE', 'UNDER_REVIEW')
       ORDER BY d.dispute_reference LIMIT 100`),
      [asked.gateway, asked.customerAppId, asked.after],
    );
    return rows.map(loaded);
  }

  async countOf(tx: Tx, { gateway, reference }: AuthorizationRecord): Promise<number> {
    const [row] = await tx.query<{ total: number }>(
      byKey(`SELECT count(*) AS total FROM card_disputes WHERE gateway = $1 AND reference = $2`),
      [gateway, reference],
    );
    return row?.total ?? 0;
  }

  /** The captured authorization that took a payment's money, locked against a second dispute. */
  async capturedFor(
    tx: Tx,
    asked: { gateway: string; customerAppId: string; paymentId: string },
  ): Promise<{ readonly authorization: AuthorizationRecord; readonly now: Date }> {
    const [row] = await tx.query<Omit<JoinedRow, 'dispute'>>(
      byValues(`SELECT to_jsonb(a) AS "authorization", app_now(customer_app_id) AS app_now
       FROM card_authorizations a
       WHERE gateway = $1 AND customer_app_id = $2 AND payment_id = $3 AND captured_at IS NOT NULL
       FOR UPDATE`),
      [asked.gateway, asked.customerAppId, asked.paymentId],
    );
    if (!row) throw new GatewayRefusal('not_found', 'No captured payment has this ID.');
    return { authorization: authorizationFrom(row.authorization), now: row.app_now };
  }

  /** The row and its notification, in the caller's batch; the caller wakes the sender. */
  add(
    batch: WriteBatch,
    { dispute, authorization }: Pick<LoadedDispute, 'dispute' | 'authorization'>,
  ): void {
    const { gateway, disputeReference } = dispute;
    if (dispute.position === 1) batch.insert('card_disputes', toRow(dispute));
    else {
      const key = { gateway, dispute_reference: disputeReference };
      batch.update('card_disputes', key, toRow(dispute));
    }
    const fact = factOf(dispute, authorization);
    batch.insert('callbacks', {
      gateway,
      reference: disputeReference,
      customer_app_id: dispute.customerAppId,
      event_id: fact.eventId,
      event: dispute.lastEvent,
      url: notificationUrl(authorization),
      body: JSON.stringify(this.protocols.of(gateway).disputeBody(fact)),
      due_at: dispute.updatedAt,
    });
  }

  save(tx: Tx, changed: Pick<LoadedDispute, 'dispute' | 'authorization'>): void {
    const batch = new WriteBatch();
    this.add(batch, changed);
    tx.write(batch);
    tx.afterCommit(() => this.sender.wake());
  }
}

/**
 * URL for notifications about disputes: beside that of the merchant's call-backs, with another
 * path.
 */
function notificationUrl({ callbackUrl, gateway }: AuthorizationRecord): string {
  const url = new URL(callbackUrl);
  url.pathname =
    url.pathname.replace(/\/callbacks\/.*$/u, '') + `/notifications/${gateway.toLowerCase()}`;
  return url.href;
}

function loaded(row: JoinedRow): LoadedDispute {
  const dispute = withDates(fromRow<CardDisputeRecord>(row.dispute), DISPUTE_DATES);
  return { dispute, authorization: authorizationFrom(row.authorization), now: row.app_now };
}

const DISPUTE_DATES = ['defendBy', 'openedAt', 'updatedAt'] as const;
const AUTHORIZATION_DATES = [
  'settlesAt',
  'createdAt',
  'authorizedAt',
  'capturedAt',
  'updatedAt',
] as const;

function authorizationFrom(row: Record<string, unknown>): AuthorizationRecord {
  return withDates(fromRow<AuthorizationRecord>(row), AUTHORIZATION_DATES);
}

/** Instants are text in JSON. */
function withDates<R extends object>(record: R, names: readonly (keyof R)[]): R {
  const dates = names.map((name) => {
    const value = record[name];
    return [name, typeof value === 'string' ? new Date(value) : value] as const;
  });
  return { ...record, ...(Object.fromEntries(dates) as Partial<R>) };
}
