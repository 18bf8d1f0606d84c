import { Injectable } from '@nestjs/common';
import { newId } from '@towpath/kernel';
import { byKey, byValues, Transactions, uniqueViolation, WriteBatch } from '@towpath/persistence';
import type { Tx } from '@towpath/persistence';
import { CallbacksService } from '../../base/callbacks/callbacks.service.js';
import { LedgerService } from '../../base/ledger/ledger.service.js';
import { answered, GatewayRefusal, type Done } from '../../base/parties/gateway-refusal.js';
import { assertRepeated, REFERENCE, requestHash } from '../../base/parties/parties.js';
import {
  Authorization,
  type AuthorizationChange,
  type AuthorizationKey,
  type AuthorizationRequest,
  type Refund,
} from './authorization.js';
import {
  authorizations,
  refunds,
  type AuthorizationRecord,
  type StoredRefund,
} from './authorization.table.js';
import type { LedgerEntry } from '../../base/ledger/ledger-entry.table.js';
import type { GatewayEvent } from './authorization.transitions.js';
import { callbackFacts, issuedReferences, refundPspReference } from './card-callbacks.js';
import { CardTokensService, usableCard } from './card-tokens.service.js';
import { CardProtocols } from './card-callbacks.js';
import { WALLET, WALLET_TOKEN } from './test-cards.js';

interface CardRequest extends AuthorizationRequest {
  /** A one-time token, the ID of a stored card, or `wallet`. */
  readonly token: string;
}

interface Asked {
  readonly request: AuthorizationRequest;
  readonly token: string;
  readonly hash: string;
}

interface Challenge {
  readonly gateway: string;
  readonly challengeId: string;
}

/** An authorization locked for this transaction, settled if its time had come. */
interface LoadedAuthorization {
  readonly authorization: Authorization;
  /** The app's clock. */
  readonly now: Date;
}

export interface FoundAuthorization {
  readonly record: AuthorizationRecord;
  readonly refunds: readonly StoredRefund[];
}

/** Refuses a second authorization under one reference, also a concurrent one. */
const ONE_PER_REFERENCE = 'card_authorizations_pkey';
/** The movement of an event that moves money back. */
const KIND_OF: Partial<Record<GatewayEvent, LedgerEntry['kind']>> = {
  refunded: 'REFUND',
  refund_reversed: 'REFUND_REVERSED',
  capture_failed: 'RETURN',
};
const CARDHOLDERS = 'cardholders';
const SENT_BACK = 'The bank of the cardholder sent the refund back.';

/** Authorizations with everything that follows from a change: refunds, ledger, call-backs. */
@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly db: Transactions,
    private readonly tokens: CardTokensService,
    private readonly ledger: LedgerService,
    private readonly callbacks: CallbacksService,
    private readonly protocols: CardProtocols,
  ) {}

  /** Asks the issuer of a card for an amount, or for leave to store the card. */
  async authorize({ token, ...request }: CardRequest): Promise<AuthorizationRecord> {
    checkRequest(request);
    const asked = { request, token, hash: requestHash({ token, ...request }) };
    try {
      return answered(await this.db.asWorker((tx) => this.firstTime(tx, asked)));
    } catch (error) {
      if (uniqueViolation(error) !== ONE_PER_REFERENCE) throw error;
      const known = await this.db.asWorker((tx) => this.again(tx, asked));
      if (known) return known.record;
      throw new Error('a reference that is taken has no authorization', { cause: error });
    }
  }

  /** The present status, including work that is due by the app's clock. */
  find(key: AuthorizationKey): Promise<FoundAuthorization> {
    return this.db.asWorker(async (tx) => {
      const { authorization } = await this.get(tx, key);
      this.save(tx, authorization);
      const rows = await tx.query<{ row: unknown }>(
        byValues(`SELECT to_jsonb(t) AS row FROM card_refunds t
         WHERE gateway = $1 AND reference = $2 ORDER BY refunded_at, refund_reference`),
        [key.gateway, key.reference],
      );
      return { record: authorization.record, refunds: refunds.rows(rows) };
    });
  }

  /** Releases the uncaptured amount. Repeatable. */
  void(key: AuthorizationKey): Promise<AuthorizationRecord> {
    return this.db.asWorker(async (tx) => {
      const { authorization, now } = await this.get(tx, key);
      authorization.void(now);
      this.save(tx, authorization);
      return authorization.record;
    });
  }

  /** What a gateway reports late, without being asked: the capture failed after its success. */
  loseCapture(key: AuthorizationKey): Promise<AuthorizationRecord> {
    return this.db.asWorker(async (tx) => {
      const { authorization, now } = await this.get(tx, key);
      authorization.loseCapture(now);
      this.save(tx, authorization);
      return authorization.record;
    });
  }

  /** Gives captured money back, in parts or at once. Repeatable by the reference of the refund. */
  refund(key: AuthorizationKey, refund: Refund): Promise<AuthorizationRecord> {
    return this.db.asWorker(async (tx) => {
      const { authorization, now } = await this.get(tx, key);
      const { refundReference } = refund;
      const known = await refunds.find(tx, { ...key, refundReference });
      if (known && known.amount !== refund.amount) {
        throw new GatewayRefusal('reference_reused', 'This refund reference has another amount.');
      }
      if (known?.reversedAt) throw new GatewayRefusal('refund_reversed', SENT_BACK);
      if (!known) {
        const { refundable } = authorization;
        if (refundable !== undefined && refund.amount > refundable) {
          const most = `At most ${refundable} can be refunded.`;
          throw new GatewayRefusal('refund_exceeds_charge', most);
        }
        authorization.refund(refund, now);
      }
      this.save(tx, authorization);
      return authorization.record;
    });
  }

  /** A refund fails after its success. A repeat changes nothing. */
  reverseRefund(key: AuthorizationKey, refundReference: string): Promise<AuthorizationRecord> {
    return this.db.asWorker(async (tx) => {
      const { authorization, now } = await this.get(tx, key);
      const known = await refunds.find(tx, { ...key, refundReference });
      if (!known) throw new GatewayRefusal('not_found', 'There is no refund with this reference.');
      if (!known.reversedAt) authorization.reverseRefund(known, now);
      this.save(tx, authorization);
      return authorization.record;
    });
  }

  challenged(challenge: Challenge): Promise<AuthorizationRecord> {
    return this.db.asWorker(async (tx) => {
      const { authorization } = await this.getChallenged(tx, challenge);
      return authorization.record;
    });
  }

  /**
   * Records the cardholder's decision on the page of the bank. The first decision is final: a second
   * click, a reload or the back button changes nothing.
   */
  answerChallenge(challenge: Challenge, isApproved: boolean): Promise<AuthorizationRecord> {
    return this.db.asWorker(async (tx) => {
      const { authorization, now } = await this.getChallenged(tx, challenge);
      if (authorization.record.state === 'REQUIRES_ACTION') {
        const issued = issuedReferences(authorization.record);
        authorization.answerChallenge(isApproved, { issued, now });
        this.save(tx, authorization);
      }
      return authorization.record;
    });
  }

  /**
   * Decides the deferred authorizations whose time has come on the clock of their app.
   *
   * @returns the number of decided authorizations, of one app or of all
   */
  async settleDue(customerAppId?: string): Promise<number> {
    let settled = 0;
    for (;;) {
      const due = await this.db.asWorker((tx) =>
        tx.query<AuthorizationKey>(
          byValues(`SELECT gateway, reference FROM card_authorizations
           WHERE state = 'PENDING' AND settles_at <= app_now(customer_app_id)
             AND ($1::text IS NULL OR customer_app_id = $1)
           ORDER BY settles_at, reference LIMIT 100`),
          [customerAppId ?? null],
        ),
      );
      let changed = 0;
      for (const key of due) {
        changed += await this.db.asWorker(async (tx) => {
          const { authorization } = await this.get(tx, key);
          this.save(tx, authorization);
          return authorization.changes.length;
        });
      }
      settled += changed;
      // A clock that was moved back meanwhile leaves nothing to do, however often it is asked.
      if (changed === 0) return settled;
    }
  }

  async get(tx: Tx, key: AuthorizationKey): Promise<LoadedAuthorization> {
    // A reference that cannot exist was never seen.
    const loaded = REFERENCE.test(key.reference) ? await this.load(tx, key) : undefined;
    if (loaded) return loaded;
    throw new GatewayRefusal('not_found', 'There is no authorization with this reference.');
  }

  /** Row, refunds, ledger and call-backs of all changes, and what `batch` holds, in one statement. */
  save(tx: Tx, authorization: Authorization, batch = new WriteBatch()): void {
    const { record, changes, isNew } = authorization;
    if (changes.length === 0) return;
    if (isNew) authorizations.insert(batch, record);
    else authorizations.update(batch, record);
    if (changes.some(({ event }) => event === 'authorized')) this.tokens.keep(batch, record);
    for (const change of changes) this.addConsequences(tx, batch, { record, change });
    tx.write(batch);
  }

  /** The captured authorization that took a payment's money, locked. */
  async captured(
    tx: Tx,
    asked: { gateway: string; customerAppId: string; paymentId: string },
  ): Promise<{ readonly record: AuthorizationRecord; readonly now: Date }> {
    const [found] = await tx.query<{ row: unknown; now: Date }>(
      byValues(`SELECT to_jsonb(t) AS row, app_now(customer_app_id) AS now
       FROM card_authorizations t
       WHERE gateway = $1 AND customer_app_id = $2 AND payment_id = $3 AND captured_at IS NOT NULL
       FOR UPDATE`),
      [asked.gateway, asked.customerAppId, asked.paymentId],
    );
    if (!found) throw new GatewayRefusal('not_found', 'No captured payment has this ID.');
    return { record: this.recordOf(found.row), now: found.now };
  }

  /** @param row as `to_jsonb` writes it in a statement that joins authorizations */
  recordOf(row: unknown): AuthorizationRecord {
    return authorizations.from(row);
  }

  /** Most requests are new, so the reference is looked up only if the token was used before. */
  private async firstTime(tx: Tx, asked: Asked): Promise<Done<AuthorizationRecord>> {
    const { request, token, hash } = asked;
    const found = await this.tokens.find(tx, { token, ...request });
    const use = token === WALLET_TOKEN ? { ...found, card: WALLET } : found;
    if (!use.card || use.boundTo !== null || use.isExpired) {
      const known = await this.again(tx, asked);
      if (known) return known;
    }
    const authorization = Authorization.request(request, {
      card: usableCard(use),
      requestHash: hash,
      issued: issuedReferences(request),
      challengeId: newId(tx.systemNow),
      now: use.now,
    });
    const batch = new WriteBatch();
    if (use.isOneTime) this.tokens.bind(batch, { token, reference: request.reference });
    this.save(tx, authorization, batch);
    const { record, outcome } = authorization;
    const isLastStep = record.purpose === 'SETUP' && record.state === 'AUTHORIZED';
    return { record, answerLost: isLastStep && outcome.losesAnswer === true };
  }

  private async again(
    tx: Tx,
    { request, hash }: Asked,
  ): Promise<Done<AuthorizationRecord> | undefined> {
    const known = await this.load(tx, request);
    if (!known) return undefined;
    this.save(tx, known.authorization);
    const { record } = known.authorization;
    assertRepeated(record, hash);
    return { record, answerLost: false };
  }

  private addConsequences(
    tx: Tx,
    batch: WriteBatch,
    { record, change }: { record: AuthorizationRecord; change: AuthorizationChange },
  ): void {
    const { gateway, reference, customerAppId } = record;
    const { refund, charge, returned, occurredAt } = change;
    const pspReference = refund
      ? refundPspReference(record, refund.refundReference)
      : record.pspReference;
    const amount = charge ?? returned ?? refund?.amount;
    if (amount !== undefined) {
      const comes = charge !== undefined || change.event === 'refund_reversed';
      const merchant = `merchant:${record.merchantAccount}`;
      this.ledger.book(tx, batch, {
        gateway,
        customerAppId,
        paymentId: record.paymentId ?? reference,
        reference,
        pspReference,
        kind: KIND_OF[change.event ?? 'captured'] ?? 'CHARGE',
        debitAccount: comes ? CARDHOLDERS : merchant,
        creditAccount: comes ? merchant : CARDHOLDERS,
        amount,
        currency: record.currency,
        bookedAt: occurredAt,
      });
    }
    if (refund) {
      const { refundReference, amount: refunded } = refund;
      const key = { gateway, reference, refundReference };
      if (change.event === 'refund_reversed') {
        refunds.change(batch, key, { reversedAt: occurredAt });
      } else {
        const at = { refundedAt: occurredAt, reversedAt: null };
        refunds.insert(batch, { ...key, ...at, amount: refunded, pspReference });
      }
    }
    for (const fact of callbackFacts(record, change)) {
      this.callbacks.owe(tx, batch, {
        gateway,
        reference,
        customerAppId,
        eventId: fact.eventId,
        event: fact.event,
        url: record.callbackUrl,
        body: this.protocols.of(gateway).callbackBody(fact),
        dueAt: occurredAt,
      });
    }
  }

  private async getChallenged(tx: Tx, challenge: Challenge): Promise<LoadedAuthorization> {
    const loaded = await this.load(tx, challenge);
    if (loaded) return loaded;
    throw new GatewayRefusal('not_found', 'There is no such request.');
  }

  private async load(
    tx: Tx,
    by: AuthorizationKey | Challenge,
  ): Promise<LoadedAuthorization | undefined> {
    const [column, value] =
      'challengeId' in by ? ['challenge_id', by.challengeId] : ['reference', by.reference];
    const [found] = await tx.query<{ row: unknown; now: Date }>(
      byKey(`SELECT to_jsonb(t) AS row, app_now(customer_app_id) AS now
       FROM card_authorizations t WHERE gateway = $1 AND ${column} = $2 FOR UPDATE`),
      [by.gateway, value],
    );
    if (!found) return undefined;
    const authorization = Authorization.load(authorizations.from(found.row));
    authorization.settleIfDue(found.now, issuedReferences(authorization.record));
    return { authorization, now: found.now };
  }
}

/** The checks of every gateway, independent of the names of its members. */
function checkRequest({ purpose, amount, offSession, returnUrl }: AuthorizationRequest): void {
  if (purpose === 'PAYMENT' && amount === 0) {
    throw new GatewayRefusal('invalid_request', 'amount of a payment must be above 0.', {
      field: 'amount',
    });
  }
  if (!offSession && !returnUrl) {
    const message = 'return_url is needed while the cardholder is present.';
    throw new GatewayRefusal('invalid_request', message, { field: 'return_url' });
  }
}
