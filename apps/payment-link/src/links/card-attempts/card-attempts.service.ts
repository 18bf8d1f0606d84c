import { Injectable } from '@nestjs/common';
import type { CardDetails } from '@towpath/contracts/payment-link';
import { networkOf } from '@towpath/http';
import { DomainError, parseId, type PaymentAttemptId } from '@towpath/kernel';
import { byKey, KeyedHash, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { sent, type GatewayCall } from '../../cards/card-gateways/gateway-call.js';
import type { CardSource } from '../../cards/card-gateways/ports.js';
import { CONTENT_HASH_KEY } from '../../persistence/key-purposes.js';
import type { LinkOfApp } from '../link-pages/link-addresses.js';
import type { PaymentAttempt, SubmittedCard } from '../payment-attempts/payment-attempt.js';
import {
  PaymentAttemptsService,
  type LockedAttempt,
} from '../link-attempts/payment-attempts.service.js';
import { linkNotFound } from '../payment-links/payment-link.js';
import { CardRequestsReads, type AttemptOrder } from './card-requests.reads.js';
import { PreparedAttemptsService } from './prepared-attempts.service.js';
import { cardSubmissions } from './card-submission.table.js';

/** An attempt of the link of the payer's session: those of other links do not exist for it. */
export interface CardSubmission extends LinkOfApp {
  readonly attemptId: string;
  /** Null for a saved card and for a wallet: nothing is typed. */
  readonly card: SubmittedCard | null;
  /** The address whose cards are counted; null if they are not. */
  readonly address: string | null;
  /** Where the request of the payer came from. */
  readonly from: AttemptOrder['from'];
}

interface Submitted extends Pick<CardSubmission, 'card' | 'from'> {
  /** What the gateway made while the payer typed; null if that is not known here. */
  readonly prepared: string | null;
  readonly others: OfAddress | null;
}

/** Submissions of one address within the hour. */
interface OfAddress {
  readonly addressHash: string;
  readonly submitted: number;
  readonly retryAfterSeconds: number;
}

/** Cards that one address may submit within an hour, over all links of all customer apps. */
const MAX_PER_ADDRESS_AND_HOUR = 20;
const HOUR_S = 3_600;
/** Rows of other apps are visible to this function alone. */
const COUNT = byKey('SELECT submitted, retry_after_s FROM card_submissions_of($1)');

/** Submits a card, a stored card or a wallet. A repeat changes nothing. */
@Injectable()
export class CardAttemptsService {
  constructor(
    private readonly db: Transactions,
    private readonly attempts: PaymentAttemptsService,
    private readonly hash: KeyedHash,
    private readonly requests: CardRequestsReads,
    private readonly prepared: PreparedAttemptsService,
  ) {}

  /** Commits the attempt. The caller then asks the gateway the returned question. */
  async submit(submission: CardSubmission) {
    const id = parseId<PaymentAttemptId>(submission.attemptId);
    if (!id) throw linkNotFound();
    const { customerAppId, paymentLinkId, card, address, from } = submission;
    const prepared = card && (await this.prepared.referenceOf(id));
    const next = await this.db.forApp(customerAppId, async (tx) => {
      const [locked, others] = await Promise.all([
        this.attempts.lock(tx, id),
        this.lockAddress(tx, address),
      ]);
      if (locked?.link.id !== paymentLinkId) throw linkNotFound();
      return this.take(tx, locked, { card, prepared, from, others });
    });
    return { customerAppId, id, ...next };
  }

  private take(
    tx: AppTx,
    locked: LockedAttempt,
    { card: typed, prepared, from, others }: Submitted,
  ): { readonly order: AttemptOrder; readonly call: GatewayCall | null } {
    const { link, attempt } = locked;
    assertSubmittable(attempt, typed);
    const order = { link, attempt, merchantName: tx.customerApp.name, from };
    const card = typed ?? savedCard(locked);
    if (isRepeat(attempt, card)) return { order, call: null };
    link.assertOfKind(tx.customerApp.type);
    link.submit(attempt, card, tx.now);
    if (prepared !== null) attempt.prepare(prepared);
    attempt.schedule.wake(tx.now, this.requests.gatewayOf(link, attempt).callMs);
    const source = sourceOf(locked);
    if (!source) {
      throw new DomainError('INVALID_PAYMENT_METHOD_STATUS', 'The saved card was cancelled.');
    }
    const batch = new WriteBatch();
    if (card && others) {
      assertMayTry(others);
      cardSubmissions.insert(batch, {
        customerAppId: tx.customerApp.id,
        attemptId: attempt.id,
        addressHash: others.addressHash,
        submittedAt: tx.systemNow,
      });
    }
    this.attempts.save(tx, locked, { batch, payment: [{ step: 'BEGIN' }] });
    return { order, call: sent(source, attempt.snapshot.gatewayReference) };
  }

  /**
   * Locks the address until the transaction ends. One packet: the count begins after the lock and
   * includes commits of others. Null for an address without limit.
   */
  private async lockAddress(tx: AppTx, address: string | null): Promise<OfAddress | null> {
    if (address === null) return null;
    const addressHash = this.hash.hash(CONTENT_HASH_KEY, `address ${networkOf(address)}`);
    const [, [row]] = await Promise.all([
      tx.query(byKey('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [addressHash]),
      tx.query<{ submitted: number; retry_after_s: number | null }>(COUNT, [addressHash]),
    ]);
    const retryAfterSeconds = Math.max(1, row?.retry_after_s ?? HOUR_S);
    return { addressHash, submitted: row?.submitted ?? 0, retryAfterSeconds };
  }
}

/** The method that an undecided attempt charges; null after it was deleted or cancelled. */
export function sourceOf({ attempt, saved }: LockedAttempt): CardSource | null {
  const { paymentMethodType, savedMethodId, card } = attempt.snapshot;
  if (paymentMethodType === 'WALLET') return { kind: 'WALLET' };
  if (savedMethodId !== null) {
    const integrationMetadata = saved?.status === 'SUCCEEDED' && saved.snapshot.integrationMetadata;
    return integrationMetadata ? { kind: 'STORED', integrationMetadata } : null;
  }
  const token = card?.token ?? '';
  return token === '' ? null : { kind: 'TOKEN', token };
}

function assertMayTry({ submitted, retryAfterSeconds }: OfAddress): void {
  if (submitted < MAX_PER_ADDRESS_AND_HOUR) return;
  const explanation = `An address may submit ${MAX_PER_ADDRESS_AND_HOUR} cards within an hour.`;
  throw new DomainError('RATE_LIMITED', explanation, { retryAfterSeconds });
}

function assertSubmittable(attempt: PaymentAttempt, typed: SubmittedCard | null): void {
  const { paymentMethodType: type } = attempt.snapshot;
  if (type !== 'CARD' && type !== 'WALLET') {
    throw new DomainError(
      'INVALID_REQUEST',
      'attempt_id must be of a card or a wallet: a mandate is authorized, a transfer is awaited.',
    );
  }
  if (attempt.takesNewCard === (typed !== null)) return;
  const explanation = attempt.takesNewCard
    ? 'card must be given: the payer chose to type one.'
    : 'card must not be given: the payer chose another payment method.';
  throw new DomainError('INVALID_REQUEST', explanation);
}

/** The displayed data of the stored card that pays; null for a wallet. */
function savedCard({ saved }: LockedAttempt): SubmittedCard | null {
  if (!saved) return null;
  const {
    brand = '',
    last4 = '',
    expiry_month = null,
    expiry_year = null,
  } = (saved.snapshot.cardDetails ?? {}) as Partial<CardDetails>;
  return { token: '', brand, last4, expiryMonth: expiry_month, expiryYear: expiry_year };
}

/** The same card on an attempt in progress or done: a double click, or a lost answer. */
function isRepeat(attempt: PaymentAttempt, card: SubmittedCard | null): boolean {
  if (attempt.status === 'SELECTED') return false;
  const { card: known, submittedAt } = attempt.snapshot;
  if (known === null || card === null) return known === card && submittedAt !== null;
  return (
    known.last4 === card.last4 &&
    known.brand === card.brand &&
    known.expiryMonth === card.expiryMonth &&
    known.expiryYear === card.expiryYear
  );
}
