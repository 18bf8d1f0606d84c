import { Injectable } from '@nestjs/common';
import type { MandateRecord } from '@towpath/contracts/internal';
import {
  parseId,
  type CustomerAppId,
  type MandateId,
  type PaymentAttemptId,
  type PaymentLinkId,
  type PaymentUserId,
} from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { bankOf } from '../../debit/mandate-charges/mandate-charges.service.js';
import type { PaymentAttempt } from '../payment-links/domain/payment-attempt.js';
import {
  LockedAttempts,
  type AttemptOfApp,
  type LockedAttempt,
} from '../payment-links/locked-attempt.js';
import { linkNotFound, savedMandateEnded } from '../payment-links/payment-link.errors.js';
import type { Payment } from '../../money/payments/payment.js';
import { ChargeAuthorizedMandate } from './charge-authorized-mandate.js';
import {
  MandateDirectoryService,
  type AskedPayment,
} from '../../debit/mandate-directory/mandate-directory.service.js';

interface Tap {
  readonly customerAppId: CustomerAppId;
  /** Link of the payer's session: attempts of other links do not exist for it. */
  readonly paymentLinkId: PaymentLinkId;
  readonly attemptId: string;
}

interface Asked {
  readonly mandateId: MandateId;
  readonly payment: AskedPayment;
  /** Tapped before: a double click, or a lost answer. */
  readonly isRepeat: boolean;
}

/**
 * Charges a mandate that the payer stored on an earlier link, after one tap. It first asks whether
 * the mandate can be charged. Then one transaction, under the lock of the link, makes the link wait
 * for this payment and writes the charge. If the mandate refuses, the attempt fails and the link
 * accepts another one. The mandate itself never changes.
 */
@Injectable()
export class ChargeSavedMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly attempts: LockedAttempts,
    private readonly directory: MandateDirectoryService,
    private readonly charging: ChargeAuthorizedMandate,
  ) {}

  /** False when the attempt is by another method: then nothing was done. */
  async execute({ customerAppId, paymentLinkId, attemptId: raw }: Tap): Promise<boolean> {
    const attemptId = parseId<PaymentAttemptId>(raw);
    if (!attemptId) throw linkNotFound();
    const name = { customerAppId, attemptId };
    const asked = await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.attempts.lock(tx, attemptId);
      if (locked?.link.id !== paymentLinkId) throw linkNotFound();
      return askedOf(locked);
    });
    if (!asked || asked.isRepeat) return asked !== null;
    const mandate = await this.chargeable(customerAppId, asked);
    const payment = await this.commit(name, mandate);
    // what the mandate answers is shown at once; when it does not, its schedule asks again
    if (payment) await this.charging.chargeNow(payment);
    return true;
  }

  private async chargeable(
    customerAppId: CustomerAppId,
    { mandateId, payment }: Asked,
  ): Promise<MandateRecord> {
    const chargeable = await this.directory.chargeable(customerAppId, payment);
    const mandate = chargeable.find((each) => each.mandate_id === mandateId);
    if (!mandate) throw savedMandateEnded();
    return mandate;
  }

  /** The payment that is to be charged; null when another tap came first. */
  private commit(
    { customerAppId, attemptId }: AttemptOfApp,
    mandate: MandateRecord,
  ): Promise<Payment | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.attempts.lock(tx, attemptId);
      if (!locked) throw linkNotFound();
      if (isTapped(locked.attempt)) return null;
      await this.take(tx, locked, mandate);
      return locked.payment;
    });
  }

  private async take(tx: AppTx, locked: LockedAttempt, mandate: MandateRecord): Promise<void> {
    const { link, attempt, payment } = locked;
    if (!payment) throw new Error(`attempt ${attempt.id} pays nothing`);
    link.assertOfKind(tx.customerApp.type);
    link.confirm(attempt, tx.now);
    attempt.handOverToCharge(tx.now);
    this.attempts.save(tx, locked, {
      payment: [{ step: 'AUTHORIZE' }],
      alsoWrite: (batch) =>
        this.charging.write(tx, batch, {
          payment,
          mandateId: mandate.mandate_id as MandateId,
          bank: bankOf(mandate),
        }),
    });
  }
}

/** Null for an attempt by any other method. */
function askedOf({ link, attempt, payment }: LockedAttempt): Asked | null {
  const { paymentMethodType, savedMethodId } = attempt.snapshot;
  if (paymentMethodType !== 'MANDATE' || savedMethodId === null) return null;
  const { mandateId = null, amount = 0, currency = '' } = payment?.snapshot ?? {};
  if (mandateId === null) throw new Error(`attempt ${attempt.id} charges no mandate`);
  const userId: PaymentUserId = link.snapshot.userId;
  return { mandateId, payment: { userId, amount, currency }, isRepeat: isTapped(attempt) };
}

function isTapped({ snapshot }: PaymentAttempt): boolean {
  return snapshot.submittedAt !== null;
}
