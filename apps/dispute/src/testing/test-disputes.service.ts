import { Injectable } from '@nestjs/common';
import type {
  CreateTestDisputeEventRequest,
  CreateTestDisputeRequest,
  DisputeResponse,
} from '@towpath/contracts/dispute';
import type { DisputedPayment } from '@towpath/contracts/internal';
import { clockOf, notSimulated, SANDBOX } from '@towpath/http';
import { DomainError, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { ReportedDispute } from '../disputes/dispute.table.js';
import {
  disputeBody,
  disputeNotFound,
  DisputesReads,
  parseDisputeId,
} from '../disputes/disputes.reads.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { PaymentDirectory } from '../disputes/payment-directory.js';
import { ProcessorRefused, ProcessorUnavailable, SimulatedProcessor } from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';

interface Played {
  readonly processor: SimulatedProcessor;
  /** Asks the processor, whose answer has the content of its later notification. */
  readonly ask: () => Promise<ReportedDispute>;
  readonly payment: DisputedPayment | null;
  /** The error code for a refusal of the processor. */
  readonly refusal: 'INVALID_DISPUTE_STATUS' | 'INVALID_REQUEST';
}

/** Simulated actions of card holders and issuers, for test apps. */
@Injectable()
export class TestDisputesService {
  constructor(
    private readonly db: Transactions,
    private readonly disputes: DisputesService,
    private readonly reads: DisputesReads,
    private readonly payments: PaymentDirectory,
    private readonly processors: ProcessorRegistry,
  ) {}

  /** Plays the card holder who contests a payment. */
  async open(
    app: CustomerAppId,
    { payment_id: paymentId, amount, is_defendable: isDefendable = true }: CreateTestDisputeRequest,
  ): Promise<DisputeResponse> {
    const payment = await this.payments.find(app, paymentId);
    if (!payment) throw new DomainError('PAYMENT_NOT_FOUND', 'No payment has this ID.');
    if (payment.status !== 'EXECUTED') {
      const explanation = `The payment is ${payment.status}; only EXECUTED ones are disputed.`;
      throw new DomainError('INVALID_PAYMENT_STATUS', explanation);
    }
    if (amount !== undefined && amount > payment.amount) {
      throw new DomainError('INVALID_REQUEST', `amount must be at most ${payment.amount}.`);
    }
    const { integration_id: integrationId = '', connector = SANDBOX } = payment;
    if (clockOf(connector) === 'real') throw notSimulated('payment', { connector });
    const processor = this.processors.find({ appType: 'TEST', integrationId, connector });
    if (!(processor instanceof SimulatedProcessor)) {
      throw new DomainError('INVALID_REQUEST', 'payment_id must name a payment by card.');
    }
    const order = { customerAppId: app, paymentId: paymentId as PaymentId, amount, isDefendable };
    const ask = () => processor.openDispute(order);
    return this.play(app, { processor, ask, payment, refusal: 'INVALID_REQUEST' });
  }

  /** Plays the issuer, who decides, or the card holder, who contests again. */
  async decide(
    app: CustomerAppId,
    rawDisputeId: string,
    { event }: CreateTestDisputeEventRequest,
  ): Promise<DisputeResponse> {
    const dispute = await this.reads.find(app, { disputeId: parseDisputeId(rawDisputeId) });
    if (!dispute) throw disputeNotFound();
    const { integrationId, connector, processorReference } = dispute;
    if (connector !== null && clockOf(connector) === 'real') {
      throw notSimulated('dispute', { connector });
    }
    const processor = this.processors.find({ appType: 'TEST', integrationId, connector });
    if (!(processor instanceof SimulatedProcessor)) {
      throw new DomainError('INVALID_DISPUTE_STATUS', 'No simulated processor has the dispute.');
    }
    const ask = () => processor.decide(processorReference, { event });
    return this.play(app, { processor, ask, payment: null, refusal: 'INVALID_DISPUTE_STATUS' });
  }

  /** Records the answer of a simulated processor like its notification. */
  private async play(app: CustomerAppId, played: Played): Promise<DisputeResponse> {
    const { integrationId, connector } = played.processor;
    const reported = await answerOf(played);
    const { processorReference } = reported;
    const record = async (tx: AppTx): Promise<DisputeResponse> => {
      const dispute = await this.reads.atProcessor(tx, {
        integrationId,
        connector,
        processorReference,
      });
      const batch = new WriteBatch();
      const known = { place: played.processor, dispute, payment: played.payment };
      const taken = this.disputes.record(tx, batch, { reported, known });
      if (typeof taken === 'string') throw new DomainError('INVALID_PAYMENT_STATUS', taken);
      tx.write(batch);
      return disputeBody(taken.dispute.snapshot);
    };
    // The notification may have opened the dispute while the answer was on its way.
    return this.db.forApp(app, record, { retryOn: ['disputes_processor_reference'] });
  }
}

async function answerOf({ ask, refusal }: Played): Promise<ReportedDispute> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProcessorRefused) throw new DomainError(refusal, error.message);
    if (!(error instanceof ProcessorUnavailable)) throw error;
    throw new DomainError('SERVICE_UNAVAILABLE', 'The simulated processor does not answer.');
  }
}
