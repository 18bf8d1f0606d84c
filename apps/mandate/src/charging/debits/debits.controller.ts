import { Body, Controller, Param } from '@nestjs/common';
import { fromPlain } from '@towpath/contracts';
import {
  ChargeMandateRequest,
  ListChargeableMandatesRequest,
  ListSettledChargesRequest,
  ListSettledChargesResponse,
  MandateChargeProcessorDetails,
  MandateChargeResponse,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { parseMandateId } from '../../mandates/mandates/mandate.js';
import { ChargesReads } from '../charges/charges.reads.js';
import { DebitConversation } from './debit.conversation.js';

const callers = ['payment-link'] as const;

@Controller()
export class DebitsController {
  constructor(
    private readonly debits: DebitConversation,
    private readonly charges: ChargesReads,
  ) {}

  @InternalRoute('POST', '/internal/mandates/chargeable', {
    callers,
    response: ReadMandatesResponse,
  })
  chargeable(@Body() asked: ListChargeableMandatesRequest) {
    return this.charges.chargeable(asked);
  }

  @InternalRoute('POST', '/internal/mandates/settled_charges', {
    callers,
    response: ListSettledChargesResponse,
  })
  settled(@Body() asked: ListSettledChargesRequest) {
    return this.charges.settled(asked);
  }

  @InternalRoute('POST', '/internal/mandates/{mandateId}/charges', {
    callers,
    response: MandateChargeResponse,
  })
  async charge(
    @Param('mandateId') rawMandateId: string,
    @Body() { customer_app_id, payment_id, amount, currency, begin }: ChargeMandateRequest,
  ): Promise<MandateChargeResponse> {
    const mandateId = parseMandateId(rawMandateId);
    const app = customer_app_id as CustomerAppId;
    const order = { mandateId, paymentId: payment_id as PaymentId, amount, currency };
    const { bankStatus, failure, bankTransactionReference, processorDetails } =
      await this.debits.charge(app, order, { begin });
    return {
      bank_status: bankStatus,
      failure: failure ?? undefined,
      bank_transaction_reference: bankTransactionReference ?? undefined,
      processor_details: processorDetails
        ? fromPlain(MandateChargeProcessorDetails, processorDetails)
        : undefined,
    };
  }
}
