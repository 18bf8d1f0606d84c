import { Injectable } from '@nestjs/common';
import { handleEach, readByAny, type ReceivedCallBack } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Inbox, Transactions } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import type { BankCallBack, DirectDebitConnector } from '../../banks/direct-debit/ports.js';
import { DebitConversation } from '../../charging/debits/debit.conversation.js';
import { SubmissionConversation } from '../../mandates/submissions/submission.conversation.js';

type Question = () => Promise<void>;

/** Of one body; the schedule asks about the others. */
const MAX_ASKED_AT_ONCE = 8;

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
   * repeated, contradictory or out of order. An accepted call-back means that the questions are
   * stored.
   * @returns the body of our answer; null for none
   */
  async receive({ integrationId, ...received }: ReceivedCallBack): Promise<string | null> {
    const { reader, events, answer } = await readByAny(
      this.banks.named(integrationId),
      received,
      'No such bank calls back here.',
    );
    const questions: Question[] = [];
    try {
      await handleEach(events, async (event) => {
        const ask = await this.store(reader, event);
        if (ask) questions.push(ask);
      });
    } finally {
      await Promise.all(questions.slice(0, MAX_ASKED_AT_ONCE).map((ask) => ask()));
    }
    return answer;
  }

  /** Once for each event: what to ask after the commit. */
  private async store(bank: DirectDebitConnector, event: BankCallBack): Promise<Question | null> {
    const { about, eventId, reference } = event;
    const customerAppId = parseId<CustomerAppId>(event.customerAppId);
    if (!customerAppId) return null;
    const group = `call-backs of ${bank.integrationId} by ${bank.connector}`;
    return this.db.forApp(customerAppId, async (tx) => {
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
  }
}
