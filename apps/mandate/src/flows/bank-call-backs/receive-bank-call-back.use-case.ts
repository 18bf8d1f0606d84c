import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Inbox, Transactions, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import { type DirectDebitConnector, type RawCallBack } from '../../banks/direct-debit/ports.js';
import { DebitConversation } from '../../charging/charges/debit.conversation.js';
import { SubmissionConversation } from '../../mandates/mandates/submission.conversation.js';

/**
 * Receives a call-back of a direct debit bank. Its content is never trusted: it only makes us ask,
 * so call-backs may be late, repeated, contradictory or out of order. An accepted call-back means
 * that the question is stored.
 */
@Injectable()
export class ReceiveBankCallBack {
  constructor(
    private readonly transactions: Transactions,
    private readonly inbox: Inbox,
    private readonly banks: DirectDebitRegistry,
    private readonly submissions: SubmissionConversation,
    private readonly debits: DebitConversation,
  ) {}

  async execute(integrationId: string, raw: RawCallBack): Promise<void> {
    const { bank, callBack } = this.read(integrationId, raw);
    const customerAppId = parseId<CustomerAppId>(callBack.customerAppId);
    if (!customerAppId) return;
    const group = `call-backs of ${bank.integrationId}`;
    const { eventId } = callBack;
    const ask = await this.transactions.forApp(customerAppId, async (tx) => {
      const isNew = await this.inbox.firstTime(tx, { group, eventId, customerAppId });
      assertSameType(bank, tx);
      if (!isNew) return null;
      const woken = callBack.about === 'MANDATE' ? this.submissions : this.debits;
      return woken.wakeByReference(tx, callBack.reference);
    });
    await ask?.();
  }

  /** Reads the call-back with the connector whose secret signed it, of test or live apps. */
  private read(integrationId: string, raw: RawCallBack) {
    let refusal: unknown;
    for (const bank of this.banks.forCallBack(integrationId)) {
      try {
        return { bank, callBack: bank.readCallBack(raw) };
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal ?? new DomainError('UNAUTHORIZED', 'No such bank calls back here.');
  }
}

/** A test secret never signs for a live app. */
function assertSameType({ appType }: DirectDebitConnector, { customerApp }: AppTx): void {
  if (customerApp.type === appType) return;
  throw new DomainError('UNAUTHORIZED', 'The call-back is signed for apps of another type.');
}
