import { Injectable } from '@nestjs/common';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { SettlementPlace } from '@towpath/reconciliation';
import { ChargesReads } from '../../charging/charges/charges.reads.js';
import { booksOf, type DebitBooks } from './domain/debit-books.js';

/** Our direct debits for payments at one bank. */
@Injectable()
export class ReadOurDebits {
  constructor(private readonly charges: ChargesReads) {}

  /** By payment; without those that we do not have, or have at another bank. */
  async execute(
    tx: AppTx,
    place: SettlementPlace,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, DebitBooks>> {
    const asked = subjects.flatMap((subject) => parseId<PaymentId>(subject) ?? []);
    const found = await this.charges.of(tx, { live: place.appType === 'LIVE' }, asked);
    const atBank = found.filter(({ integrationId }) => integrationId === place.integrationId);
    return new Map(atBank.map((debit) => [debit.paymentId, booksOf(debit)]));
  }
}
