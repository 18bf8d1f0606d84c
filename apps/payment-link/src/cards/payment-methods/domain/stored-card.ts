import {
  Lifecycle,
  utcDate,
  type CustomerAppId,
  type ErrorCode,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentLinkId,
  type PaymentMethodId,
  type PaymentUserId,
  type StateChange,
} from '@towpath/kernel';
import {
  cardMachine,
  type CardCommand,
  type CardEventName,
  type CardState,
} from './card.transitions.js';

type CardChange = StateChange<CardState, CardCommand, CardEventName>;

/** Terms that are fixed when the payer chooses the card. */
export interface StoredCardTerms {
  readonly paymentMethodId: PaymentMethodId;
  readonly customerAppId: CustomerAppId;
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
  readonly recipientAccountId: PaymentAccountId;
  readonly paymentLinkId: PaymentLinkId | null;
  readonly attemptId: PaymentAttemptId | null;
  readonly live: boolean;
  readonly recurringPaymentMode: string | null;
  /** Who starts later payments with it; null if that was never agreed. */
  readonly futurePayments: 'AUTOPAY' | 'CLICK_TO_PAY' | null;
}

export interface CardFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
}

/** The gateway's description of the card, in the words of the interface. No rule depends on it. */
export interface CardReport {
  readonly cardDetails: object | null;
  readonly integrationMetadata: object | null;
  /**
   * Browser in which the card was typed; null if not reported, and after the erasure of the payer.
   */
  readonly riskData: object | null;
}

interface StoredCardSnapshot extends StoredCardTerms, CardReport {
  readonly status: CardState;
  readonly sequence: number;
  readonly failure: CardFailure | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Expiry {
  readonly expiry_year?: number;
  /** 1 is January. */
  readonly expiry_month?: number;
}

type Values = Omit<StoredCardSnapshot, 'status' | 'sequence'>;

/** A card that a payer agreed to keep: listed for the user in every status, chargeable in one. */
export class StoredCard {
  private constructor(
    private values: Values,
    private readonly lifecycle: Lifecycle<CardState, CardCommand, CardEventName>,
  ) {}

  static choose(terms: StoredCardTerms, at: Date): StoredCard {
    const lifecycle = new Lifecycle(cardMachine, null);
    lifecycle.move('choose', at);
    const report = { cardDetails: null, integrationMetadata: null, riskData: null };
    return new StoredCard(
      { ...terms, ...report, failure: null, createdAt: at, updatedAt: at },
      lifecycle,
    );
  }

  /** Authorized elsewhere: a gateway keeps it already. */
  static importAuthorized(terms: StoredCardTerms, report: CardReport, at: Date): StoredCard {
    const lifecycle = new Lifecycle(cardMachine, null);
    lifecycle.move('importAuthorized', at);
    const values = { ...terms, ...report, failure: null, createdAt: at, updatedAt: at };
    return new StoredCard(values, lifecycle);
  }

  static restore(snapshot: StoredCardSnapshot): StoredCard {
    const { status, sequence, ...values } = snapshot;
    return new StoredCard(values, new Lifecycle(cardMachine, { status, sequence }));
  }

  get snapshot(): StoredCardSnapshot {
    return { ...this.values, status: this.lifecycle.status, sequence: this.lifecycle.sequence };
  }

  get changes(): readonly CardChange[] {
    return this.lifecycle.changes;
  }

  get id(): PaymentMethodId {
    return this.values.paymentMethodId;
  }

  get status(): CardState {
    return this.lifecycle.status;
  }

  /** Whether the payer may use it again by one tap: saved for that, chargeable, not yet expired. */
  isOfferedTo(
    payer: { readonly userId: PaymentUserId; readonly live: boolean },
    now: Date,
  ): boolean {
    const { userId, live, futurePayments } = this.values;
    if (userId !== payer.userId || live !== payer.live) return false;
    return this.status === 'SUCCEEDED' && futurePayments === 'CLICK_TO_PAY' && !this.isExpired(now);
  }

  /** A card is good to the end of its month, by UTC; one of unknown expiry is left to its bank. */
  isExpired(now: Date): boolean {
    const { expiry_year: year, expiry_month: month } = (this.values.cardDetails ?? {}) as Expiry;
    if (year === undefined || month === undefined) return false;
    return utcDate(now).slice(0, 'YYYY-MM'.length) > `${year}-${String(month).padStart(2, '0')}`;
  }

  /** Whether it was imported for that account and is chargeable. */
  isImportedFor(accountId: PaymentAccountId): boolean {
    const { recipientAccountId, attemptId } = this.values;
    return this.status === 'SUCCEEDED' && attemptId === null && recipientAccountId === accountId;
  }

  get canBeCancelled(): boolean {
    return this.lifecycle.can('cancel');
  }

  succeed(at: Date, { cardDetails, integrationMetadata, riskData }: CardReport): void {
    this.move('succeed', at);
    this.values = { ...this.values, cardDetails, integrationMetadata, riskData };
  }

  fail(at: Date, failure: CardFailure, { cardDetails, riskData }: CardReport): void {
    this.move('fail', at);
    this.values = { ...this.values, failure, cardDetails, riskData };
  }

  cancel(at: Date, reason: string): void {
    this.move('cancel', at, reason);
  }

  private move(command: CardCommand, at: Date, reason: string | null = null): void {
    this.lifecycle.move(command, at, reason);
    this.values = { ...this.values, updatedAt: at };
  }
}
