import { Injectable } from '@nestjs/common';
import type { CreateTestDisputeRequest, DisputeResponse } from '@towpath/contracts/dispute';
import { DomainError, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { PaymentDirectory } from '../payments/payment-directory.js';
import { SimulatedProcessor } from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { HearOfDispute } from './hear-of-dispute.js';

/** Plays the card holder who contests a payment. */
@Injectable()
export class OpenTestDispute {
  constructor(
    private readonly payments: PaymentDirectory,
    private readonly processors: ProcessorRegistry,
    private readonly hearOfDispute: HearOfDispute,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    { payment_id: paymentId, amount, is_defendable: isDefendable = true }: CreateTestDisputeRequest,
  ): Promise<DisputeResponse> {
    const payment = await this.payments.find(customerAppId, paymentId);
    if (!payment) throw new DomainError('PAYMENT_NOT_FOUND', 'No payment has this ID.');
    if (payment.status !== 'EXECUTED') {
      const explanation = `The payment is ${payment.status}; only EXECUTED ones are disputed.`;
      throw new DomainError('INVALID_PAYMENT_STATUS', explanation);
    }
    if (amount !== undefined && amount > payment.amount) {
      throw new DomainError('INVALID_REQUEST', `amount must be at most ${payment.amount}.`);
    }
    const { integration_id: integrationId = '' } = payment;
    const processor = this.processors.get({ appType: 'TEST', integrationId });
    if (!(processor instanceof SimulatedProcessor)) {
      throw new DomainError('INVALID_REQUEST', 'payment_id must name a payment by card.');
    }
    const order = { customerAppId, paymentId: paymentId as PaymentId, amount, isDefendable };
    return this.hearOfDispute.execute(customerAppId, {
      processor,
      ask: () => processor.openDispute(order),
      payment,
      refusal: 'INVALID_REQUEST',
    });
  }
}
