import { Injectable } from '@nestjs/common';
import { PeerUnavailable, Unanswered } from '@towpath/http';
import type { SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import {
  ReconciledBooks,
  type ExecutedPeriod,
  type NamedPayment,
  type ReconciliationKey,
  type SettledEntry,
} from '@towpath/reconciliation';
import { BankPayoutBooks } from './bank-payout-books.js';
import { CardBooks } from './card-books.js';
import type { BooksAtPlaces } from './executed-payments.js';
import { IncomingBooks } from './incoming-books.js';
import { MandateBooks } from './mandate-books.js';

/** All books of others about our money: card gateways, mandate, banks. */
@Injectable()
export class PaymentBooks extends ReconciledBooks {
  override readonly keeper = 'gateway, bank or the service of mandates';
  override readonly sides: readonly string[];
  private readonly all: readonly BooksAtPlaces[];

  constructor(
    private readonly cards: CardBooks,
    private readonly mandates: MandateBooks,
    private readonly payouts: BankPayoutBooks,
    private readonly incoming: IncomingBooks,
  ) {
    super();
    this.all = [cards, mandates, payouts, incoming];
    this.sides = [...new Set(this.all.flatMap(({ sides }) => sides))];
  }

  override places() {
    return this.all.flatMap((books) => books.places());
  }

  override settled(key: ReconciliationKey, period: SettlementPeriod) {
    return this.at(key).settled(key, period);
  }

  override listFailure(error: unknown) {
    return error instanceof Unanswered || error instanceof PeerUnavailable ? 'SILENT' : null;
  }

  override held(tx: AppTx, key: ReconciliationKey, subjects: readonly string[]) {
    return this.at(key).held(tx, key, subjects);
  }

  override executed(tx: AppTx, key: ReconciliationKey, period: ExecutedPeriod) {
    return this.at(key).executed(tx, key, period);
  }

  /** A name is known to one of them: the others have nothing to ask. */
  override async ask(tx: AppTx, payment: NamedPayment) {
    await this.cards.ask(tx, payment);
    await this.mandates.ask(tx, payment);
    await this.payouts.ask(tx, payment);
    return this.incoming.ask(tx, payment);
  }

  override async giveBack(key: ReconciliationKey, charge: SettledEntry) {
    return (await this.at(key).giveBack?.(key, charge)) ?? null;
  }

  private at(key: ReconciliationKey): BooksAtPlaces {
    const { mandates, payouts, incoming } = this;
    return [mandates, payouts, incoming].find((books) => books.has(key)) ?? this.cards;
  }
}
