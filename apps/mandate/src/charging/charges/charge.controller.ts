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
import {
  DomainError,
  parseId,
  type CustomerAppId,
  type MandateId,
  type PaymentId,
} from '@towpath/kernel';
import type { DirectDebitAnswer } from '../../banks/direct-debit/ports.js';
import { ChargeMandate } from './charge-mandate.use-case.js';
import { ListChargeable } from './list-chargeable.query.js';
import { ListSettledCharges } from './list-settled-charges.query.js';

@Controller()
export class ChargeController {
  constructor(
    private readonly chargeMandate: ChargeMandate,
    private readonly listChargeable: ListChargeable,
    private readonly listSettledCharges: ListSettledCharges,
  ) {}

  @InternalRoute('POST', '/internal/mandates/chargeable', {
    callers: ['payment-link'],
    response: ReadMandatesResponse,
  })
  chargeable(@Body() asked: ListChargeableMandatesRequest): Promise<ReadMandatesResponse> {
    return this.listChargeable.execute(asked);
  }

  @InternalRoute('POST', '/internal/mandates/settled_charges', {
    callers: ['payment-link'],
    response: ListSettledChargesResponse,
  })
  settled(@Body() asked: ListSettledChargesRequest): Promise<ListSettledChargesResponse> {
    return this.listSettledCharges.execute(asked);
  }

  @InternalRoute('POST', '/internal/mandates/{mandateId}/charges', {
    callers: ['payment-link'],
    response: MandateChargeResponse,
  })
  async charge(
    @Param('mandateId') rawMandateId: string,
    @Body() body: ChargeMandateRequest,
  ): Promise<MandateChargeResponse> {
    const mandateId = parseId<MandateId>(rawMandateId);
    if (!mandateId) throw new DomainError('MANDATE_NOT_FOUND', 'No mandate has this ID.');
    const { customer_app_id, payment_id, amount, currency, begin } = body;
    const order = { mandateId, paymentId: payment_id as PaymentId, amount, currency };
    const answer = await this.chargeMandate.execute(customer_app_id as CustomerAppId, order, {
      begin,
    });
    return chargeBody(answer);
  }
}

function chargeBody(answer: DirectDebitAnswer): MandateChargeResponse {
  const { bankStatus, failure, bankTransactionReference, processorDetails } = answer;
  return {
    bank_status: bankStatus,
    failure: failure ?? undefined,
    bank_transaction_reference: bankTransactionReference ?? undefined,
    processor_details: processorDetails
      ? fromPlain(MandateChargeProcessorDetails, processorDetails)
      : undefined,
  };
}
