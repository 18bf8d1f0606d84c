import { Injectable } from '@nestjs/common';
import {
  assertUnreachable,
  type CustomerAppId,
  type MandateId,
  nextFollowUp,
  plusMs,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { BankMandateAnswer } from '../../banks/direct-debit/ports.js';
import type { MandateFailure } from './mandate.js';
import type { MandateState } from './mandate.transitions.js';
import { NEVER_ARRIVED, REJECTED_BY_BANK } from './mandate-failures.js';
import { NEVER_ARRIVED_AFTER_MS, nextMonth, nextWhilePending } from './follow-up-schedule.js';
import { submissionStep, type SubmissionState } from './submission-step.js';
import { LockedSubmissions, type LockedSubmission } from './locked-submission.js';

/** The next call to the bank, outside of any transaction. */
export type BankCall = 'SEND' | 'FIND' | 'CANCEL';

interface AnswerContext {
  readonly tx: AppTx;
  readonly locked: LockedSubmission;
  readonly answer: BankMandateAnswer;
}

/**
 * Records the bank's status of a mandate in one transaction, by our state and theirs. The table has
 * a step for late, repeated and disordered answers.
 */
@Injectable()
export class RecordBankAnswer {
  constructor(
    private readonly transactions: Transactions,
    private readonly submissions: LockedSubmissions,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    mandateId: MandateId,
    answer: BankMandateAnswer,
  ): Promise<BankCall | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.submissions.lock(tx, mandateId);
      return locked && this.decide({ tx, locked, answer });
    });
  }

  private async decide(context: AnswerContext): Promise<BankCall | null> {
    const { tx, locked, answer } = context;
    const { mandate, submission } = locked;
    const recalled = submission.snapshot.recall !== null;
    const step = submissionStep(stateOf(mandate.status), {
      bankStatus: answer.bankStatus,
      recalled,
    });
    switch (step) {
      case 'REST':
        return this.save(context, null);
      case 'KEEP':
        return this.save(context, nextMonth(tx.now));
      case 'WAIT':
        return this.save(context, nextWhilePending(submission.snapshot.sentAt ?? tx.now, tx.now));
      case 'SEND':
        return this.sendAgain(context);
      case 'SUCCEED':
        mandate.succeed(tx.now, answer);
        return this.save(context, nextMonth(tx.now));
      case 'FAIL':
        return this.fail(context, failureOf(context));
      case 'REVOKE':
        mandate.revoke(tx.now, answer.failure?.explanation);
        return this.save(context, null);
      case 'CATCH_UP':
        return this.catchUp(context);
      case 'CANCEL':
        submission.askFromNowOn(nextFollowUp(0, tx.now));
        this.submissions.save(tx, locked);
        return 'CANCEL';
      default:
        return assertUnreachable(step);
    }
  }

  /**
   * The bank has not seen the mandate, which may still arrive. Only time proves that it was never
   * sent.
   */
  private async sendAgain(context: AnswerContext): Promise<BankCall | null> {
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
  private catchUp(context: AnswerContext): Promise<null> {
    const { tx, locked, answer } = context;
    if (answer.bankReference === null) return this.fail(context, failureOf(context));
    locked.mandate.succeed(tx.now, answer);
    locked.mandate.revoke(tx.now, answer.failure?.explanation);
    return this.save(context, null);
  }

  private fail(context: AnswerContext, failure: MandateFailure): Promise<null> {
    context.locked.mandate.fail(context.tx.now, failure);
    return this.save(context, null);
  }

  private async save(
    { tx, locked, answer }: AnswerContext,
    followUpAt: Date | null,
  ): Promise<null> {
    const { integrationMetadata, reason: bankReason } = answer;
    locked.submission.keep({ integrationMetadata, bankReason });
    locked.submission.waitUntil(followUpAt);
    this.submissions.save(tx, locked);
    return null;
  }
}

function failureOf({ locked, answer }: AnswerContext): MandateFailure {
  return locked.submission.snapshot.recall ?? answer.failure ?? REJECTED_BY_BANK;
}

function stateOf(status: MandateState): SubmissionState {
  if (status === 'SUBMITTED' || status === 'SUCCEEDED') return status;
  return status === 'PROCESSING' || status === 'READY_TO_SUBMIT' ? 'PROCESSING' : 'ENDED';
}
