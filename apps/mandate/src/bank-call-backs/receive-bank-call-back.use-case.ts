import { Injectable, Optional } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Inbox, Transactions, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../direct-debit/direct-debit-registry.js';
import { ChargeNotices, type BankCallBack, type RawCallBack } from '../direct-debit/ports.js';
import { FollowUpSubmission } from '../submissions/follow-up-submission.use-case.js';

/**
 * A direct debit bank calls. What it says is not believed: it only makes us ask, so that call-backs
 * may be late, repeated, contradictory or out of order. Accepted means that the question is stored
 * and will be asked.
 */
@Injectable()
export class ReceiveBankCallBack {
  static readonly errors = ['UNAUTHORIZED', 'INVALID_REQUEST'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly inbox: Inbox,
    private readonly banks: DirectDebitRegistry,
    private readonly mandates: FollowUpSubmission,
    @Optional() private readonly charges?: ChargeNotices,
  ) {}

  async execute(integrationId: string, raw: RawCallBack): Promise<void> {
    const [bank] = this.banks.forCallBack(integrationId);
    if (!bank) throw new DomainError('UNAUTHORIZED', 'No such bank calls back here.');
    const callBack = bank.readCallBack(raw);
    const customerAppId = parseId<CustomerAppId>(callBack.customerAppId);
    if (!customerAppId) return;
    const ask = await this.transactions.forApp(customerAppId, async (tx) => {
      const group = `call-backs of ${bank.integrationId}`;
      const { eventId } = callBack;
      const isNew = await this.inbox.firstTime(tx, { group, eventId, customerAppId });
      return isNew ? this.wake(tx, callBack) : null;
    });
    await ask?.();
  }

  /** What is to be asked once this is committed; null when nothing has the reference. */
  private async wake(
    tx: AppTx,
    { about, reference }: BankCallBack,
  ): Promise<(() => Promise<void>) | null> {
    if (about === 'MANDATE') return this.mandates.wake(tx, reference);
    return (await this.charges?.wake(tx, reference)) ?? null;
  }
}
