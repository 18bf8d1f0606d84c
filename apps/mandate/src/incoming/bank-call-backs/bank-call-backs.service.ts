import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Inbox, Transactions } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import type { RawCallBack } from '../../banks/direct-debit/ports.js';
import { DebitConversation } from '../../charging/debits/debit.conversation.js';
import { SubmissionConversation } from '../../mandates/submissions/submission.conversation.js';

/** Call-backs of direct debit banks. */
@Injectable()
export class BankCallBacksService {
  constructor(
    private readonly db: Transactions,
    private readonly inbox: Inbox,
    private readonly banks: DirectDebitRegistry,
    private readonly submissions: SubmissionConversation,
    private readonly debits: DebitConversation,
  ) {}

  /**
   * The content of a call-back is never trusted: it only makes us ask, so call-backs may be late,
   * repeated, contradictory or out of order. An accepted call-back means that the question is
   * stored.
   */
  async receive(integrationId: string, raw: RawCallBack): Promise<void> {
    const { bank, callBack } = this.read(integrationId, raw);
    const { about, eventId, reference } = callBack;
    const customerAppId = parseId<CustomerAppId>(callBack.customerAppId);
    if (!customerAppId) return;
    const group = `call-backs of ${bank.integrationId}`;
    const ask = await this.db.forApp(customerAppId, async (tx) => {
      const isNew = await this.inbox.firstTime(tx, { group, eventId, customerAppId });
      // A test secret never signs for a live app.
      if (tx.customerApp.type !== bank.appType) {
        const text = 'The call-back is signed for apps of another type.';
        throw new DomainError('UNAUTHORIZED', text);
      }
      if (!isNew) return null;
      const asked = about === 'MANDATE' ? this.submissions : this.debits;
      return asked.wakeByReference(tx, reference);
    });
    await ask?.();
  }

  /** Reads the call-back with the connector whose secret signed it, of test or live apps. */
  private read(integrationId: string, raw: RawCallBack) {
    let refusal: unknown;
    for (const bank of this.banks.named(integrationId)) {
      try {
        return { bank, callBack: bank.readCallBack(raw) };
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal ?? new DomainError('UNAUTHORIZED', 'No such bank calls back here.');
  }
}
