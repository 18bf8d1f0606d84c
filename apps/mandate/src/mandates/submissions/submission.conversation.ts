import { Inject, Injectable } from '@nestjs/common';
import type { MandateParties } from '@towpath/contracts/internal';
import { LOGGER, PeerUnavailable } from '@towpath/http';
import { assertUnreachable, plusMs, type CustomerAppId, type MandateId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { defineConversation, Transactions, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankRefused,
  BankUnavailable,
  MANDATE_NOT_SEEN,
  type BankMandateAnswer,
  type DirectDebitConnector,
  type MandateRegistration,
} from '../../banks/direct-debit/ports.js';
import { PartiesService } from '../parties/parties.service.js';
import { NEVER_ARRIVED_AFTER_MS, nextMonth, nextWhilePending } from './follow-up-schedule.js';
import {
  ACCOUNT_GONE,
  NEVER_ARRIVED,
  NO_BANK,
  REJECTED_BY_BANK,
  type MandateFailure,
  type MandateSnapshot,
} from '../mandates/mandate.js';
import type { MandateState } from '../mandates/mandate.transitions.js';
import { MandatesService, type SubmittedMandate } from '../mandates/mandates.service.js';
import { submissionStep, type SubmissionState } from './submission-step.js';

type BankCall = 'SEND' | 'FIND' | 'CANCEL';

interface SubmissionConversationTypes {
  readonly id: MandateId;
  readonly locked: SubmittedMandate;
  readonly order: { readonly customerAppId: CustomerAppId; readonly mandateId: MandateId };
  readonly call: BankCall;
  readonly answer: BankMandateAnswer;
  readonly taken: { readonly next: BankCall | null };
}

type Subject = SubmissionConversationTypes['order'];

/** The request for the bank, and the bank; or why there is none, permanently. */
type Prepared =
  | { readonly bank: DirectDebitConnector; readonly registration: MandateRegistration }
  | { readonly objection: MandateFailure };

interface AnswerContext {
  readonly tx: AppTx;
  readonly locked: SubmittedMandate;
  readonly answer: BankMandateAnswer;
}

/**
 * The conversation with the bank of a mandate. The bank knows the mandate by its reference, so a
 * repeat is safe at any time.
 */
@Injectable()
export class SubmissionConversation extends defineConversation<SubmissionConversationTypes>({
  name: 'follow-up-mandates',
  table: 'mandate_submissions',
  id: 'mandate_id',
  dueAt: 'follow_up_at',
  // Register, ask, cancel and a question between them.
  maxCalls: 6,
}) {
  constructor(
    transactions: Transactions,
    @Inject(LOGGER) logger: Logger,
    private readonly mandates: MandatesService,
    private readonly parties: PartiesService,
    private readonly banks: DirectDebitRegistry,
  ) {
    super(transactions, logger);
  }

  /**
   * In the transaction of a call-back. What to do after the commit; null if the bank never received
   * such a mandate.
   */
  async wakeByReference(tx: AppTx, reference: string): Promise<(() => Promise<void>) | null> {
    const named = await this.mandates.namedAtBank(tx, reference);
    if (!named || named.sentAt === null) return null;
    const question = await this.wake(tx, named.mandateId);
    return question && (async () => void (await this.hold(question)));
  }

  protected override lock(tx: AppTx, mandateId: MandateId): Promise<SubmittedMandate | null> {
    return this.mandates.submitted(tx, mandateId, { lock: true });
  }

  protected override scheduleOf({ submission }: SubmittedMandate) {
    return submission.schedule;
  }

  protected override save(tx: AppTx, locked: SubmittedMandate): void {
    this.mandates.saveSubmitted(tx, locked);
  }

  protected override question(_tx: AppTx, { submission }: SubmittedMandate) {
    const { customerAppId, mandateId, sentAt } = submission.snapshot;
    const call = sentAt === null ? ('SEND' as const) : ('FIND' as const);
    return { order: { customerAppId, mandateId }, call };
  }

  protected override async ask(
    subject: Subject,
    call: BankCall,
  ): Promise<BankMandateAnswer | undefined> {
    try {
      return await this.answer(subject, call);
    } catch (error) {
      if (!(error instanceof BankRefused)) throw error;
      // What it will never answer is asked again, or given up.
      const { mandateId } = subject;
      this.log.error({ error, mandateId, call }, 'a direct debit bank refused a request');
      return MANDATE_NOT_SEEN;
    }
  }

  protected override isSilence(error: unknown): boolean {
    return error instanceof BankUnavailable || error instanceof PeerUnavailable;
  }

  /** By our state and theirs: the table has a step for late, repeated and disordered answers. */
  protected override async take(tx: AppTx, locked: SubmittedMandate, answer: BankMandateAnswer) {
    return { next: this.decide({ tx, locked, answer }) };
  }

  private async answer(
    { customerAppId, mandateId }: Subject,
    call: BankCall,
  ): Promise<BankMandateAnswer | undefined> {
    const found = await this.transactions.forApp(
      customerAppId,
      (tx) => this.mandates.submitted(tx, mandateId, { lock: false }),
      { readOnly: true },
    );
    if (!found) return undefined;
    const { snapshot } = found.mandate;
    if (call === 'SEND') return this.send(snapshot);
    const { integrationId, connector, reference } = found.submission.snapshot;
    if (integrationId === null || connector === null) return undefined;
    const bank = this.banks.get({ appType: typeOf(snapshot), integrationId, connector });
    const asked = { reference, customerAppId };
    return call === 'FIND' ? bank.findMandate(asked) : bank.cancelMandate(asked);
  }

  /**
   * Collects what the bank needs, and commits that the bank may know the mandate from now on. The
   * account number is read, never kept. Undefined when there is nothing to send any more.
   */
  private async send(mandate: MandateSnapshot): Promise<BankMandateAnswer | undefined> {
    const { customerAppId, mandateId } = mandate;
    const [parties] = await this.parties.of(customerAppId, [mandate], { plaintext: true });
    const prepared = this.prepare(mandate, parties);
    const isDue = await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.lock(tx, mandateId);
      return locked !== null && this.submit(tx, locked, prepared);
    });
    if (!isDue || 'objection' in prepared) return undefined;
    return prepared.bank.register(prepared.registration);
  }

  private prepare(mandate: MandateSnapshot, parties: MandateParties | undefined): Prepared {
    const { integration_id: integrationId = null, connector = null } = parties ?? {};
    const bank = this.banks.find({ appType: typeOf(mandate), integrationId, connector });
    if (!parties || !bank) return { objection: NO_BANK };
    const registration = registrationOf(mandate, parties);
    if (!registration) return { objection: ACCOUNT_GONE };
    return { bank, registration };
  }

  /** A permanent objection counts like a refusal of the bank. */
  private submit(tx: AppTx, locked: SubmittedMandate, prepared: Prepared): boolean {
    const { mandate, submission } = locked;
    const { recall, sentAt } = submission.snapshot;
    if (mandate.status === 'SUBMITTED') return sentAt !== null && recall === null;
    if (!mandate.can('submit')) return false;
    const mayBeSent = recall === null && 'registration' in prepared;
    if (mayBeSent) {
      mandate.move('submit', tx.now);
      submission.send(prepared.bank, tx.now);
    } else {
      mandate.fail(tx.now, recall ?? ('objection' in prepared ? prepared.objection : NO_BANK));
      submission.waitUntil(null);
    }
    this.mandates.saveSubmitted(tx, locked);
    return mayBeSent;
  }

  private decide(context: AnswerContext): BankCall | null {
    const { tx, locked, answer } = context;
    const { mandate, submission } = locked;
    const step = submissionStep(stateOf(mandate.status), {
      bankStatus: answer.bankStatus,
      recalled: submission.snapshot.recall !== null,
    });
    switch (step) {
      case 'REST':
        return this.record(context, null);
      case 'KEEP':
        return this.record(context, nextMonth(tx.now));
      case 'WAIT':
        return this.record(context, nextWhilePending(submission.snapshot.sentAt ?? tx.now, tx.now));
      case 'SEND':
        return this.sendAgain(context);
      case 'SUCCEED':
        mandate.succeed(tx.now, answer);
        return this.record(context, nextMonth(tx.now));
      case 'FAIL':
        return this.fail(context, failureOf(context));
      case 'REVOKE':
        mandate.move('revoke', tx.now, answer.failure?.explanation);
        return this.record(context, null);
      case 'CATCH_UP':
        return this.catchUp(context);
      case 'CANCEL':
        submission.schedule.wake(tx.now);
        this.mandates.saveSubmitted(tx, locked);
        return 'CANCEL';
      default:
        return assertUnreachable(step);
    }
  }

  /**
   * The bank has not seen the mandate, which may still arrive. Only time proves that it was never
   * sent.
   */
  private sendAgain(context: AnswerContext): BankCall | null {
    const { tx, locked } = context;
    const { sentAt, recall } = locked.submission.snapshot;
    if (sentAt !== null && plusMs(sentAt, NEVER_ARRIVED_AFTER_MS) <= tx.now) {
      return this.fail(context, recall ?? NEVER_ARRIVED);
    }
    if (recall === null) return 'SEND';
    return sentAt === null ? this.fail(context, recall) : null;
  }

  /**
   * Records both transitions, which happened without our knowledge; without the bank's reference
   * only one happened.
   */
  private catchUp(context: AnswerContext): null {
    const { tx, locked, answer } = context;
    if (answer.bankReference === null) return this.fail(context, failureOf(context));
    locked.mandate.succeed(tx.now, answer);
    locked.mandate.move('revoke', tx.now, answer.failure?.explanation);
    return this.record(context, null);
  }

  private fail(context: AnswerContext, failure: MandateFailure): null {
    context.locked.mandate.fail(context.tx.now, failure);
    return this.record(context, null);
  }

  private record({ tx, locked, answer }: AnswerContext, followUpAt: Date | null): null {
    const { integrationMetadata, reason: bankReason } = answer;
    locked.submission.keep({ integrationMetadata, bankReason });
    locked.submission.waitUntil(followUpAt);
    this.mandates.saveSubmitted(tx, locked);
    return null;
  }
}

function failureOf({ locked, answer }: AnswerContext): MandateFailure {
  return locked.submission.snapshot.recall ?? answer.failure ?? REJECTED_BY_BANK;
}

function typeOf({ live }: MandateSnapshot): 'LIVE' | 'TEST' {
  return live ? 'LIVE' : 'TEST';
}

function stateOf(status: MandateState): SubmissionState {
  if (status === 'SUBMITTED' || status === 'SUCCEEDED') return status;
  return status === 'PROCESSING' || status === 'READY_TO_SUBMIT' ? 'PROCESSING' : 'ENDED';
}

/** Null when the payer's account is gone. */
function registrationOf(
  mandate: MandateSnapshot,
  { sender_account: account }: MandateParties,
): MandateRegistration | null {
  const { account_number: number, accountholder_name_plaintext: debtorName } = account ?? {};
  if (!number || !debtorName) return null;
  return {
    reference: mandate.mandateId,
    customerAppId: mandate.customerAppId,
    creditorAccount: mandate.recipientAccountId,
    debtorName,
    accountNumber: number.number,
    currency: mandate.currency,
    startDate: mandate.startDate,
    endDate: mandate.endDate,
    maxTransactionAmount: mandate.payerMaxAmount ?? mandate.maxTransactionAmount,
  };
}
