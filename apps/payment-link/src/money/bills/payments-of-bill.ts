import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import type { AppTx } from '@towpath/persistence';
import type { PaymentState } from '../payments/domain/payment.transitions.js';
import { FindPaymentsOfReference } from '../payments/find-payments-of-reference.query.js';
import type { KeptPayment } from '../payments/ports.js';
import type { BillPayment } from './bill-payment.js';
import type { BillSnapshot } from './bill.js';

const MEANING: Readonly<Record<PaymentState, BillPayment['status']>> = {
  CREATED: 'OPEN',
  AUTHORIZATION_REQUIRED: 'OPEN',
  AUTHORIZING: 'OPEN',
  PROCESSING: 'OPEN',
  SUBMITTED: 'OPEN',
  EXECUTED: 'EXECUTED',
  FAILED: 'FAILED',
  REVOKED: 'FAILED',
  CANCELLED: 'CANCELLED',
};

/** The payments of the same payer and currency that name the reference of a bill. */
@Injectable()
export class PaymentsOfBill {
  constructor(private readonly findPaymentsOfReference: FindPaymentsOfReference) {}

  /** Newest first. */
  async read(tx: AppTx, bill: BillSnapshot): Promise<BillPayment[]> {
    const payments = await this.findPaymentsOfReference.execute(tx, referenceOf(bill));
    return payments.map(billPaymentOf);
  }

  /** Newest first. */
  bodies(tx: AppTx, bill: BillSnapshot): Promise<PaymentResponse[]> {
    return this.findPaymentsOfReference.bodies(tx, referenceOf(bill));
  }
}

function referenceOf({ userId, currency, referenceId }: BillSnapshot) {
  return { userId, currency, reference: referenceId };
}

function billPaymentOf({ payment, ...money }: KeptPayment): BillPayment {
  const { status, returned, paymentLinkId, failure } = payment.snapshot;
  return {
    ...money,
    status: MEANING[status],
    isReturned: returned !== null,
    isCharge: paymentLinkId === null,
    failure,
  };
}
