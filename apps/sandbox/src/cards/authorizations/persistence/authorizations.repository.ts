import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { byKey, byValues, WriteBatch, type Tx } from '@towpath/persistence';

import { CallbackSender } from '../../../base/callbacks/callback-sender.js';
import { GatewayRefusal } from '../../../base/parties/gateway-refusal.js';
import { ledgerEntry } from './ledger-entry.js';
import { fromRow, toRow } from '../../../persistence/record-row.js';
import {
  Authorization,
  type AuthorizationChange,
  type AuthorizationKey,
  type AuthorizationRecord,
  type Refund,
  type StoredRefund,
} from '../domain/authorization.js';
import { callbackFacts } from '../callback-fact.js';
import { CardProtocols } from '../ports.js';
import { issuedReferences, refundPspReference } from '../issued-references.js';

/** Refuses a second authorization under one reference, also a concurrent one. */
export const ONE_PER_REFERENCE = 'card_authorizations_pkey';

/** An authorization locked for this transaction, settled if its time had come. */
interface LoadedAuthorization {
  readonly authorization: Authorization;
  /** The app's clock. */
  readonly now: Date;
}

/** Authorizations with everything that follows from a change: refunds, ledger, call-backs. */
@Injectable()
export class AuthorizationsRepository {
  constructor(
    private readonly protocols: CardProtocols,
    private readonly sender: CallbackSender,
  ) {}

  find(tx: Tx, key: AuthorizationKey): Promise<LoadedAuthorization | undefined> {
    return this.findWhere(tx, 'gateway = $1 AND reference = $2', [key.gateway, key.reference]);
  }

  findByChallenge(
    tx: Tx,
    { gateway, challengeId }: { gateway: string; challengeId: string },
  ): Promise<LoadedAuthorization | undefined> {
    return this.findWhere(tx, 'gateway = $1 AND challenge_id = $2', [gateway, challengeId]);
  }

  async get(tx: Tx, key: AuthorizationKey): Promise<LoadedAuthorization> {
    const loaded = await this.find(tx, key);
    if (loaded) return loaded;
    throw new GatewayRefusal('not_found', 'There is no authorization with this reference.');
  }

  /** References whose time has come, for one app or for all. */
  due(tx: Tx, customerAppId?: string): Promise<AuthorizationKey[]> {
    return tx.query<AuthorizationKey>(
      byValues(`SELECT gateway, reference FROM card_authorizations
       WHERE state = 'PENDING' AND settles_at <= app_now(customer_app_id)
         AND ($1::text IS NULL OR customer_app_id = $1)
       ORDER BY settles_at, reference LIMIT 100`),
      [customerAppId ?? null],
    );
  }

  async findRefund(
    tx: Tx,
    { gateway, reference, refundReference }: AuthorizationKey & { refundReference: string },
  ): Promise<Refund | undefined> {
    const [row] = await tx.query<{ amount: number }>(
      byKey(`SELECT amount FROM card_refunds
       WHERE gateway = $1 AND reference = $2 AND refund_reference = $3`),
      [gateway, reference, refundReference],
    );
    return row && { refundReference, amount: row.amount };
  }

  listRefunds(tx: Tx, { gateway, reference }: AuthorizationKey): Promise<StoredRefund[]> {
    return tx.query<StoredRefund>(
      byValues(`SELECT refund_reference AS "refundReference", psp_reference AS "pspReference", amount,
         refunded_at AS "refundedAt"
       FROM card_refunds WHERE gateway = $1 AND reference = $2
       ORDER BY refunded_at, refund_reference`),
      [gateway, reference],
    );
  }

  /** Row, refunds, ledger and call-backs of all changes, and what `batch` holds, in one statement. */
  save(tx: Tx, authorization: Authorization, batch = new WriteBatch()): void {
    const { record, changes, isNew } = authorization;
    if (changes.length === 0) return;
    const { gateway, reference } = record;
    if (isNew) batch.insert('card_authorizations', toRow(record));
    else batch.update('card_authorizations', { gateway, reference }, toRow(mutablePart(record)));
    if (record.authorizedAt && record.storedPaymentMethodId && authorizedNow(changes)) {
      batch.insert('stored_cards', storedCard(authorization, record.storedPaymentMethodId));
    }
    for (const change of changes) this.addConsequences(batch, { authorization, change, tx });
    tx.write(batch);
    if (batch.rowsFor('callbacks').length > 0) tx.afterCommit(() => this.sender.wake());
  }

  private addConsequences(
    batch: WriteBatch,
    {
      authorization,
      change,
      tx,
    }: { authorization: Authorization; change: AuthorizationChange; tx: Tx },
  ): void {
    const { record } = authorization;
    const { gateway, reference, customerAppId } = record;
    const entry = ledgerEntry(record, { change, entryId: newId(tx.systemNow) });
    if (entry) batch.insert('ledger_entries', entry);
    if (change.refund) {
      const { refundReference, amount } = change.refund;
      batch.insert('card_refunds', {
        gateway,
        reference,
        refund_reference: refundReference,
        psp_reference: refundPspReference(record, refundReference),
        amount,
        refunded_at: change.occurredAt,
      });
    }
    const protocol = this.protocols.of(gateway);
    const rows = callbackFacts(record, change).map((fact) => ({
      gateway,
      reference,
      customer_app_id: customerAppId,
      event_id: fact.eventId,
      event: fact.event,
      url: record.callbackUrl,
      body: JSON.stringify(protocol.callbackBody(fact)),
      due_at: change.occurredAt,
    }));
    batch.insert('callbacks', rows);
  }

  private async findWhere(
    tx: Tx,
    condition: string,
    values: readonly string[],
  ): Promise<LoadedAuthorization | undefined> {
    const [row] = await tx.query<Record<string, unknown> & { app_now: Date }>(
      byKey(`SELECT *, app_now(customer_app_id) AS app_now FROM card_authorizations
       WHERE ${condition} FOR UPDATE`),
      values,
    );
    if (!row) return undefined;
    const { app_now: now, ...columns } = row;
    const authorization = Authorization.load(fromRow<AuthorizationRecord>(columns));
    authorization.settleIfDue(now, issuedReferences(authorization.record));
    return { authorization, now };
  }
}

function authorizedNow(changes: readonly AuthorizationChange[]): boolean {
  return changes.some(({ event }) => event === 'authorized');
}

function storedCard({ record }: Authorization, id: string) {
  return {
    stored_payment_method_id: id,
    gateway: record.gateway,
    customer_app_id: record.customerAppId,
    reference: record.reference,
    // later charges are typed in no browser
    card: { ...record.card, shopper: undefined },
  };
}

function mutablePart(record: Authorization['record']): Partial<Authorization['record']> {
  return {
    state: record.state,
    decline: record.decline,
    authCode: record.authCode,
    networkTransactionReference: record.networkTransactionReference,
    storedPaymentMethodId: record.storedPaymentMethodId,
    refundedAmount: record.refundedAmount,
    authorizedAt: record.authorizedAt,
    capturedAt: record.capturedAt,
    updatedAt: record.updatedAt,
  };
}
