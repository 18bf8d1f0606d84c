import { Injectable } from '@nestjs/common';
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { HoldFunds } from '../ledger/hold-funds.use-case.js';
import { PayoutBooks } from './payout-books.js';
import { parsePayoutId, payoutNotFound } from './payout.errors.js';
import { PayoutView } from './payout.view.js';
import { PayoutRepository } from './persistence/payout.repository.js';

/** From here on the amount is held, and the payout is sent. */
@Injectable()
export class ConfirmPayout {
  constructor(
    private readonly transactions: Transactions,
    private readonly payouts: PayoutRepository,
    private readonly holdFunds: HoldFunds,
    private readonly books: PayoutBooks,
    private readonly view: PayoutView,
  ) {}

  execute(customerAppId: CustomerAppId, rawPayoutId: string): Promise<PayoutResponse> {
    const payoutId = parsePayoutId(rawPayoutId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const payout = await this.payouts.lock(tx, payoutId);
      if (!payout) throw payoutNotFound();
      const { type, senderAccountId: accountId, currency, amount, feeAmount } = payout.snapshot;
      if (type === 'SCHEDULED') throw waitsForItsDay();
      payout.confirm(tx.now);
      const locked = await this.holdFunds.lock(tx, { accountId, currency });
      const batch = new WriteBatch();
      this.holdFunds.execute(tx, batch, { locked, hold: { payoutId, amount, feeAmount } });
      const [body] = await this.view.bodies(tx, [payout]);
      if (!body) throw payoutNotFound();
      await this.books.save(tx, payout, batch);
      return body;
    });
  }
}

function waitsForItsDay(): DomainError {
  return new DomainError(
    'INVALID_PAYOUT_STATUS',
    'A scheduled payout is not confirmed: it begins on its day.',
  );
}
