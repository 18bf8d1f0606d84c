import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { MandateId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { MandateBank } from '../../debit/mandate-charges/mandate-charge.table.js';
import { MandatePaymentsService } from '../../debit/mandate-payments/mandate-payments.service.js';
import { MandateChargesService } from '../../debit/mandate-charges/mandate-charges.service.js';
import type { Payment } from '../../money/payments/payment.js';

interface AuthorizedPayment {
  readonly payment: Payment;
  readonly mandateId: MandateId;
  readonly bank: MandateBank;
}

/**
 * Charges an active mandate for the payment of a link, after the caller's transaction; if this
 * process dies first, on schedule.
 */
@Injectable()
export class ChargeAuthorizedMandate {
  constructor(
    private readonly charges: MandateChargesService,
    private readonly mandatePayments: MandatePaymentsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  execute(tx: AppTx, batch: WriteBatch, authorized: AuthorizedPayment): void {
    this.write(tx, batch, authorized);
    tx.afterCommit(() => void this.chargeNow(authorized.payment));
  }

  /** Without the charge itself, for a caller who awaits what becomes of it. */
  write(tx: AppTx, batch: WriteBatch, { payment, mandateId, bank }: AuthorizedPayment): void {
    const { paymentId, customerAppId, amount, surchargeAmount, currency } = payment.snapshot;
    this.charges.add(tx, batch, {
      paymentId,
      customerAppId,
      mandateId,
      amount: amount + surchargeAmount,
      currency,
      payment: null,
      bank,
    });
  }

  /** Never throws: an unknown outcome is asked for later. */
  async chargeNow({ snapshot }: Payment): Promise<void> {
    const { customerAppId, paymentId } = snapshot;
    try {
      await this.mandatePayments.start(customerAppId, paymentId);
    } catch (error) {
      this.logger.warn(
        { error, paymentId },
        'the mandate service did not answer; the schedule asks again',
      );
    }
  }
}
