import { Injectable } from '@nestjs/common';
import type { CardDetails } from '@towpath/contracts/payment-link';
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type PaymentAttemptId,
  type PaymentLinkId,
} from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import type { GatewayCall } from '../../cards/card-gateways/gateway-call.js';
import type { PaymentAttempt, SubmittedCard } from './domain/payment-attempt.js';
import { AttemptConversation } from './attempt.conversation.js';
import { sourceOf, type AttemptOrder } from './gateway-call.js';
import { LockedAttempts, type LockedAttempt } from './locked-attempt.js';
import { linkNotFound } from './payment-link.errors.js';
import { CardSubmissions, type OfAddress } from './persistence/card-submissions.js';

export interface CardSubmission {
  readonly customerAppId: CustomerAppId;
  /** Link of the payer's session: attempts of other links do not exist for it. */
  readonly paymentLinkId: PaymentLinkId;
  readonly attemptId: string;
  /** Null for a saved card and for a wallet: nothing is typed. */
  readonly card: SubmittedCard | null;
  /** Address of the payer, as the API gateway saw it; null if it sent none. */
  readonly address: string | null;
}

/**
 * Submits a card, a stored card or a wallet. It commits the attempt before it calls the gateway,
 * and continues as long as the gateway answers. A repeat changes nothing.
 */
@Injectable()
export class SubmitCard {
  constructor(
    private readonly transactions: Transactions,
    private readonly attempts: LockedAttempts,
    private readonly submissions: CardSubmissions,
    private readonly conversation: AttemptConversation,
  ) {}

  async execute(submission: CardSubmission): Promise<void> {
    const attemptId = parseId<PaymentAttemptId>(submission.attemptId);
    if (!attemptId) throw linkNotFound();
    const { customerAppId, address } = submission;
    const next = await this.transactions.forApp(customerAppId, async (tx) => {
      const [locked, others] = await Promise.all([
        this.attempts.lock(tx, attemptId),
        this.submissions.lock(tx, address),
      ]);
      if (locked?.link.id !== submission.paymentLinkId) throw linkNotFound();
      return this.submit(tx, locked, { ...submission, others });
    });
    await this.conversation.hold({ customerAppId, id: attemptId, ...next });
  }

  private async submit(
    tx: AppTx,
    locked: LockedAttempt,
    { card: typed, others }: CardSubmission & { readonly others: OfAddress | null },
  ): Promise<{ readonly order: AttemptOrder; readonly call: GatewayCall | null }> {
    const { link, attempt } = locked;
    if (!SUBMITTED_TYPES.has(attempt.snapshot.paymentMethodType)) throw notSubmitted();
    if (attempt.takesNewCard !== (typed !== null)) throw wrongKind(attempt);
    const order = { link, attempt, merchantName: tx.customerApp.name };
    const card = typed ?? savedCard(locked);
    if (isRepeat(attempt, card)) return { order, call: null };
    link.assertOfKind(tx.customerApp.type);
    link.submit(attempt, card, tx.now);
    const source = sourceOf(locked);
    if (!source) {
      throw new DomainError('INVALID_PAYMENT_METHOD_STATUS', 'The saved card was cancelled.');
    }
    const batch = new WriteBatch();
    if (card && others) this.submissions.add(tx, batch, { others, attemptId: attempt.id });
    this.attempts.save(tx, locked, { batch, payment: [{ step: 'BEGIN' }] });
    return { order, call: { ask: 'AUTHORIZE', source } };
  }
}

const SUBMITTED_TYPES: ReadonlySet<string> = new Set(['CARD', 'WALLET']);

function notSubmitted(): DomainError {
  return new DomainError(
    'INVALID_REQUEST',
    'attempt_id must be of a card or a wallet: a mandate is authorized, a transfer is awaited.',
  );
}

function wrongKind(attempt: PaymentAttempt): DomainError {
  const explanation = attempt.takesNewCard
    ? 'card must be given: the payer chose to type one.'
    : 'card must not be given: the payer chose another payment method.';
  return new DomainError('INVALID_REQUEST', explanation);
}

/** The displayed data of the stored card that pays; null for a wallet. */
function savedCard({ saved }: LockedAttempt): SubmittedCard | null {
  if (!saved) return null;
  const {
    brand = '',
    last4 = '',
    expiry_month = 0,
    expiry_year = 0,
  } = (saved.snapshot.cardDetails ?? {}) as CardDetails;
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
