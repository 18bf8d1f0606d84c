import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import { holdConversation, type CustomerAppId, type MandateId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankRefused,
  BankUnavailable,
  MANDATE_NOT_SEEN,
  type BankMandateAnswer,
} from '../../banks/direct-debit/ports.js';
import { LockedSubmissions, type LockedSubmission } from './locked-submission.js';
import { RecordBankAnswer, type BankCall } from './record-bank-answer.use-case.js';
import { SendMandate } from './send-mandate.js';

interface Subject {
  readonly customerAppId: CustomerAppId;
  readonly mandateId: MandateId;
}

/** Register, ask, cancel and a question between them; more is a contradiction. */
const MOST_CALLS = 6;

/** The conversation with the bank of a mandate. */
@Injectable()
export class PursueSubmission {
  constructor(
    private readonly transactions: Transactions,
    private readonly submissions: LockedSubmissions,
    private readonly banks: DirectDebitRegistry,
    private readonly sender: SendMandate,
    private readonly recordBankAnswer: RecordBankAnswer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** May run at any time and in any number: the bank knows the mandate by its reference. */
  async execute(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    const subject = { customerAppId, mandateId };
    await holdConversation(await this.firstCall(subject), {
      about: { mandateId },
      log: this.logger,
      mostCalls: MOST_CALLS,
      nameOf: (call) => call,
      ask: (call) => this.ask(subject, call),
      isSilence: (error) => error instanceof BankUnavailable || error instanceof PeerUnavailable,
      record: (answer) => this.recordBankAnswer.execute(customerAppId, mandateId, answer),
    });
  }

  private async firstCall(subject: Subject): Promise<BankCall | null> {
    const locked = await this.read(subject);
    if (!locked) return null;
    return locked.submission.snapshot.sentAt === null ? 'SEND' : 'FIND';
  }

  /** Undefined when nothing is left to ask. */
  private async ask(subject: Subject, call: BankCall): Promise<BankMandateAnswer | undefined> {
    try {
      return await this.answer(subject, call);
    } catch (error) {
      if (!(error instanceof BankRefused)) throw error;
      // What it will never tell, it is told again, or given up.
      const { mandateId } = subject;
      this.logger.error({ error, mandateId, call }, 'a direct debit bank refused a request');
      return MANDATE_NOT_SEEN;
    }
  }

  private async answer(subject: Subject, call: BankCall): Promise<BankMandateAnswer | undefined> {
    const locked = await this.read(subject);
    if (!locked) return undefined;
    const { snapshot } = locked.mandate;
    const appType = snapshot.live ? 'LIVE' : 'TEST';
    if (call === 'SEND') {
      const prepared = await this.sender.prepare(subject.customerAppId, snapshot);
      if (!prepared) return undefined;
      const { integrationId, registration } = prepared;
      return this.banks.get({ appType, integrationId }).register(registration);
    }
    const { integrationId, reference } = locked.submission.snapshot;
    if (integrationId === null) return undefined;
    const bank = this.banks.get({ appType, integrationId });
    const asked = { reference, customerAppId: subject.customerAppId };
    return call === 'FIND' ? bank.findMandate(asked) : bank.cancelMandate(asked);
  }

  private read({ customerAppId, mandateId }: Subject): Promise<LockedSubmission | null> {
    return this.transactions.forApp(customerAppId, (tx) => this.submissions.read(tx, mandateId));
  }
}
