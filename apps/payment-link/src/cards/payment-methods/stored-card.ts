import {
  Aggregate,
  assertUnreachable,
  utcDate,
  type PaymentAccountId,
  type PaymentMethodId,
  type PaymentUserId,
  type Failure,
} from '@towpath/kernel';
import type { StoredCardRow } from './stored-card.table.js';
import { cardMachine, type CardCommand } from './stored-card.transitions.js';

/** The row, with the data of the browser in plain text. */
export interface StoredCardSnapshot extends Omit<StoredCardRow, 'riskDataSealed'> {
  /**
   * Browser in which the card was typed; null if not reported, and after the erasure of the payer.
   */
  readonly riskData: object | null;
}

/** What the gateway says of the card. No rule depends on it. */
export type CardReport = Pick<
  StoredCardSnapshot,
  'cardDetails' | 'integrationMetadata' | 'riskData'
>;

/** Terms that are fixed when the payer chooses the card. */
export type StoredCardTerms = Omit<
  StoredCardSnapshot,
  | keyof CardReport
  | 'paymentMethodType'
  | 'status'
  | 'sequence'
  | 'failure'
  | 'createdAt'
  | 'updatedAt'
>;

/** Events of the attempt of a card. */
export type CardStep =
  | { readonly step: 'SUCCEED'; readonly report: CardReport }
  | { readonly step: 'FAIL'; readonly failure: Failure; readonly report: CardReport }
  | { readonly step: 'CANCEL'; readonly reason: string };

interface Expiry {
  readonly expiry_year?: number;
  /** 1 is January. */
  readonly expiry_month?: number;
}

/** A card that a payer agreed to keep: listed for the user in every status, chargeable in one. */
export class StoredCard extends Aggregate<StoredCardSnapshot, typeof cardMachine> {
  static choose(terms: StoredCardTerms, at: Date): StoredCard {
    const report = { cardDetails: null, integrationMetadata: null, riskData: null };
    return StoredCard.begin('choose', { ...terms, ...report }, at);
  }

  /** Authorized elsewhere: a gateway keeps it already. */
  static importAuthorized(terms: StoredCardTerms, report: CardReport, at: Date): StoredCard {
    return StoredCard.begin('importAuthorized', { ...terms, ...report }, at);
  }

  private static begin(
    command: CardCommand,
    values: StoredCardTerms & CardReport,
    at: Date,
  ): StoredCard {
    const own = { paymentMethodType: 'CARD', failure: null, createdAt: at, updatedAt: at } as const;
    const card = new StoredCard(cardMachine, { ...values, ...own });
    card.move(command, at);
    return card;
  }

  static restore(snapshot: StoredCardSnapshot): StoredCard {
    return new StoredCard(cardMachine, snapshot);
  }

  get id(): PaymentMethodId {
    return this.values.paymentMethodId;
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

  /** Whether the customer app brought it, so that no attempt of ours stored it. */
  get isImported(): boolean {
    return this.values.attemptId === null;
  }

  /** Whether it was imported for that account and is chargeable. */
  isImportedFor(accountId: PaymentAccountId): boolean {
    const { recipientAccountId } = this.values;
    return this.status === 'SUCCEEDED' && this.isImported && recipientAccountId === accountId;
  }

  get canBeCancelled(): boolean {
    return this.can('cancel');
  }

  /** A decided card keeps its decision; false for such a card. */
  follow(step: CardStep, at: Date): boolean {
    if (this.status !== 'CREATED') return false;
    switch (step.step) {
      case 'SUCCEED':
        this.move('succeed', at);
        this.set(step.report);
        return true;
      case 'FAIL': {
        const { cardDetails, riskData } = step.report;
        this.move('fail', at);
        this.set({ failure: step.failure, cardDetails, riskData });
        return true;
      }
      case 'CANCEL':
        this.cancel(at, step.reason);
        return true;
      default:
        return assertUnreachable(step);
    }
  }

  cancel(at: Date, reason: string): void {
    this.move('cancel', at, reason);
  }
}
