import { Injectable } from '@nestjs/common';
import { parseId, type PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { SettlementPlace } from '@towpath/reconciliation';
import { FindDebits } from '../../charging/charges/find-debits.query.js';
import { booksOf, type DebitBooks } from './domain/debit-books.js';

/** Our direct debits for payments at one bank. */
@Injectable()
export class ReadOurDebits {
  constructor(private readonly findDebits: FindDebits) {}

  /** By payment; without those that we do not have, or have at another bank. */
  async execute(
    tx: AppTx,
    place: SettlementPlace,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, DebitBooks>> {
    const asked = subjects.flatMap((subject) => parseId<PaymentId>(subject) ?? []);
    const found = await this.findDebits.execute(tx, place, asked);
    return new Map(found.map(({ snapshot }) => [snapshot.paymentId, booksOf(snapshot)]));
  }
}
