import { Injectable } from '@nestjs/common';
import type { HeldBooks, SettlementPeriod } from '@towpath/reconciliation/books';
import type { AppTx } from '@towpath/persistence';
import {
  ReconciledBooks,
  type ExecutedPage,
  type ExecutedPeriod,
  type GivenBack,
  type ListFailure,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from '@towpath/reconciliation';
import { BankPayoutBooks } from './bank-payout-books.js';
import { CardBooks } from './card-books.js';
import { IncomingBooks } from './incoming-books.js';
import { MandateBooks, MANDATES } from './mandate-books.js';

/** All books of others about our money: card gateways, mandate, banks. */
@Injectable()
export class PaymentBooks extends ReconciledBooks {
  override readonly keeper = 'gateway, bank or the service of mandates';
  override readonly sides: readonly string[];

  constructor(
    private readonly cards: CardBooks,
    private readonly mandates: MandateBooks,
    private readonly payouts: BankPayoutBooks,
    private readonly incoming: IncomingBooks,
  ) {
    super();
    const all = [cards, mandates, payouts, incoming];
    this.sides = [...new Set(all.flatMap(({ sides }): readonly string[] => sides))];
  }

  override places(): readonly SettlementPlace[] {
    return [this.cards, this.mandates, this.payouts, this.incoming].flatMap((books) =>
      books.places(),
    );
  }

  override settled(key: ReconciliationKey, period: SettlementPeriod): AsyncIterable<SettledEntry> {
    return this.at(key).settled(key, period);
  }

  override listFailure(error: unknown): ListFailure | null {
    return (
      this.cards.listFailure(error) ??
      this.mandates.listFailure(error) ??
      this.payouts.listFailure(error) ??
      this.incoming.listFailure(error)
    );
  }

  override held(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, HeldBooks>> {
    return this.at(key).held(tx, key, subjects);
  }

  override executed(
    tx: AppTx,
    key: ReconciliationKey,
    period: ExecutedPeriod,
  ): Promise<ExecutedPage> {
    return this.at(key).executed(tx, key, period);
  }

  /** A name is known to one of them: the others have nothing to ask. */
  override async ask(tx: AppTx, reference: string): Promise<(() => Promise<void>) | null> {
    await this.cards.ask(tx, reference);
    await this.mandates.ask(tx, reference);
    await this.payouts.ask(tx, reference);
    return this.incoming.ask(tx, reference);
  }

  override giveBack(key: ReconciliationKey, charge: SettledEntry): Promise<GivenBack | null> {
    return this.at(key).giveBack(key, charge);
  }

  private at(key: ReconciliationKey): ReconciledBooks {
    if (this.payouts.has(key)) return this.payouts;
    if (this.incoming.has(key)) return this.incoming;
    return key.integrationId === MANDATES ? this.mandates : this.cards;
  }
}
