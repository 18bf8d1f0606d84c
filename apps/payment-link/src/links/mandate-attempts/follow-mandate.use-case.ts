import { Injectable } from '@nestjs/common';
import { assertUnreachable, type MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { AttemptFailure } from '../payment-links/domain/payment-attempt.js';
import { LockedAttempts, type LockedAttempt } from '../payment-links/locked-attempt.js';
import type { MandateBank } from '../../debit/mandate-charges/mandate-charge.table.js';
import { ChargeAuthorizedMandate } from './charge-authorized-mandate.js';
import { mandateStep, type MandateNews } from '../payment-links/domain/mandate-step.js';

export interface MandateReport {
  readonly mandateId: MandateId;
  readonly news: MandateNews;
  readonly bank: MandateBank;
  /** Why it failed or ended. */
  readonly failure: AttemptFailure;
}

const NO_REPORT = { processorDetails: null, cardDetails: null, walletDetails: null };

/**
 * Records a report about the mandate of an attempt in the transaction that received it. State and
 * report decide together, so a report may be late, or arrive after the payer chose another method.
 */
@Injectable()
export class FollowMandate {
  constructor(
    private readonly attempts: LockedAttempts,
    private readonly chargeAuthorizedMandate: ChargeAuthorizedMandate,
  ) {}

  async execute(tx: AppTx, report: MandateReport): Promise<void> {
    const locked = await this.attempts.lockOfMandate(tx, report.mandateId);
    if (!locked) return;
    const step = mandateStep(locked.attempt.status, report.news);
    switch (step) {
      case 'IGNORE':
        return;
      case 'REST':
        return this.rest(tx, locked);
      case 'GO_LIVE':
        return this.goLive(tx, locked, report);
      case 'FAIL':
        return this.fail(tx, locked, report.failure);
      case 'LEAVE':
        return this.leave(tx, locked);
      case 'CANCEL':
        return this.cancel(tx, locked, report.failure);
      case 'GIVE_UP':
        return this.giveUp(tx, locked);
      default:
        return assertUnreachable(step);
    }
  }

  private rest(tx: AppTx, locked: LockedAttempt): void {
    locked.attempt.awaitMandate(tx.now);
    this.attempts.save(tx, locked);
  }

  /** The method of a SETUP link is there; a PAYMENT link is charged, and waits for the bank. */
  private goLive(tx: AppTx, locked: LockedAttempt, { mandateId, bank }: MandateReport): void {
    const { link, attempt, payment } = locked;
    if (payment === null) {
      link.succeed(attempt, tx.now);
      this.attempts.save(tx, locked);
      return;
    }
    attempt.handOverToCharge(tx.now);
    this.attempts.save(tx, locked, {
      alsoWrite: (batch) =>
        this.chargeAuthorizedMandate.execute(tx, batch, { payment, mandateId, bank }),
    });
  }

  private fail(tx: AppTx, locked: LockedAttempt, failure: AttemptFailure): void {
    const isConfirmed = locked.attempt.status === 'CONFIRMED';
    locked.link.fail(locked.attempt, failure, tx.now);
    const failed = { step: 'FAIL', failure, report: NO_REPORT } as const;
    this.attempts.save(tx, locked, {
      payment: isConfirmed ? [failed] : [{ step: 'BEGIN' }, failed],
    });
  }

  private leave(tx: AppTx, locked: LockedAttempt): void {
    locked.link.replace(locked.attempt, tx.now);
    const reason = 'the payer left the authorization of the mandate';
    this.attempts.save(tx, locked, { payment: [{ step: 'CANCEL', reason }] });
  }

  private cancel(tx: AppTx, locked: LockedAttempt, { explanation }: AttemptFailure): void {
    locked.link.abandon(locked.attempt, explanation, tx.now);
    this.attempts.save(tx, locked, { payment: [{ step: 'CANCEL', reason: explanation }] });
  }

  /** Notifies mandate until it answers, by the schedule of the attempt. */
  private async giveUp(tx: AppTx, locked: LockedAttempt): Promise<void> {
    if (locked.attempt.status === 'SELECTED') this.leave(tx, locked);
    const stale = await this.attempts.lock(tx, locked.attempt.id);
    if (!stale) return;
    stale.attempt.schedule.makeDue(tx.now);
    this.attempts.save(tx, stale);
  }
}
