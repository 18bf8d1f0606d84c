import { Injectable } from '@nestjs/common';
import type { HeldBooks, SettlementPeriod } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import {
  ReconciledBooks,
  type ExecutedPage,
  type ExecutedPeriod,
  type ListFailure,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from '@towpath/service';
import { CardBooks } from './card-books.js';
import { MandateBooks, MANDATES } from './mandate-books.js';

/** All that others keep about our payments: card gateways, and the service of mandates. */
@Injectable()
export class PaymentBooks extends ReconciledBooks {
  override readonly keeper = 'gateway or the service of mandates';
  override readonly sides: readonly string[];

  constructor(
    private readonly cards: CardBooks,
    private readonly mandates: MandateBooks,
  ) {
    super();
    this.sides = [...new Set([...cards.sides, ...mandates.sides])];
  }

  override places(): readonly SettlementPlace[] {
    return [...this.cards.places(), ...this.mandates.places()];
  }

  override settled(key: ReconciliationKey, period: SettlementPeriod): AsyncIterable<SettledEntry> {
    return this.at(key).settled(key, period);
  }

  override listFailure(error: unknown): ListFailure | null {
    return this.cards.listFailure(error) ?? this.mandates.listFailure(error);
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

  /** A name is known to one of both: the other has nothing to ask. */
  override async ask(tx: AppTx, reference: string): Promise<null> {
    await this.cards.ask(tx, reference);
    return this.mandates.ask(tx, reference);
  }

  private at({ integrationId }: ReconciliationKey): ReconciledBooks {
    return integrationId === MANDATES ? this.mandates : this.cards;
  }
}
