import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PaymentAttemptId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { LockedAttempts, type LockedAttempt } from '../payment-links/locked-attempt.js';
import type { PaymentStep } from '../../money/payments/payment.js';
import {
  MandateChargesService,
  type AttemptFollower,
} from '../../debit/mandate-charges/mandate-charges.service.js';

/**
 * Records the bank's status of the charge for a link's payment: attempt, link and payment move
 * together.
 */
@Injectable()
export class SettleLinkPayment implements AttemptFollower, OnModuleInit {
  constructor(
    private readonly attempts: LockedAttempts,
    private readonly charges: MandateChargesService,
  ) {}

  onModuleInit(): void {
    this.charges.register(this);
  }

  advance(tx: AppTx, attemptId: PaymentAttemptId, steps: readonly PaymentStep[]): Promise<void> {
    return this.execute(tx, attemptId, steps);
  }

  async execute(
    tx: AppTx,
    attemptId: PaymentAttemptId,
    steps: readonly PaymentStep[],
  ): Promise<void> {
    const locked = await this.attempts.lock(tx, attemptId);
    if (!locked) throw new Error(`the attempt ${attemptId} of a charged payment does not exist`);
    const isCorrected = steps.some(({ step }) => step === 'CORRECT');
    if (isCorrected && !locked.link.canCorrect()) return this.giveBack(tx, locked);
    for (const step of steps) follow(tx, locked, step);
    this.attempts.save(tx, locked, { payment: steps });
  }

  /**
   * Another attempt has paid the link, or the link has ended: the money is booked with its return.
   */
  private giveBack(tx: AppTx, locked: LockedAttempt): void {
    if (!locked.payment || locked.refund) return;
    this.attempts.saveUnexpected(tx, locked, locked.payment);
  }
}

function follow({ now }: AppTx, { link, attempt }: LockedAttempt, taken: PaymentStep): void {
  switch (taken.step) {
    case 'EXECUTE':
      return link.succeed(attempt, now);
    case 'CORRECT':
      return link.correctToSucceeded(attempt, taken.reason, now);
    case 'FAIL':
      return link.fail(attempt, taken.failure, now);
    case 'REVOKE':
      return link.fail(attempt, { ...REVOKED, explanation: taken.reason ?? WITHDRAWN }, now);
    default:
      // the payment alone has moved
      return undefined;
  }
}

const REVOKED = { code: 'INVALID_MANDATE_STATUS' } as const;
const WITHDRAWN = 'The payer withdrew the mandate before the payment was collected.';
