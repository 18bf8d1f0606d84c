import { Body, Controller, Param } from '@nestjs/common';
import { CreatePaymentLinkRequest, PaymentLinkResponse } from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { CancelPaymentLink } from './cancel-payment-link.use-case.js';
import { CreatePaymentLink } from './create-payment-link.use-case.js';
import { GetPaymentLink } from './get-payment-link.query.js';
import { linkRequestOf } from './payment-link.request.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';

@Controller()
export class PaymentLinkController {
  constructor(
    private readonly createPaymentLink: CreatePaymentLink,
    private readonly getPaymentLink: GetPaymentLink,
    private readonly cancelPaymentLink: CancelPaymentLink,
    private readonly names: InstitutionNamesReads,
  ) {}

  @Operation('CreatePaymentLink', { response: PaymentLinkResponse })
  async create(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreatePaymentLinkRequest,
  ): Promise<PaymentLinkResponse> {
    const link = await this.createPaymentLink.execute(customerAppId, linkRequestOf(body));
    // the reference of one that has succeeded: it may show a method that another service keeps
    if (link.status === 'CREATED') return link;
    return this.names.shown(await this.getPaymentLink.execute(customerAppId, link.payment_link_id));
  }

  @Operation('GetPaymentLink', { response: PaymentLinkResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('paymentLinkId') id: string,
  ): Promise<PaymentLinkResponse> {
    return this.names.shown(await this.getPaymentLink.execute(customerAppId, id));
  }

  @Operation('CancelPaymentLink', { response: PaymentLinkResponse })
  async cancel(
    @Caller() { customerAppId }: Caller,
    @Param('paymentLinkId') id: string,
  ): Promise<PaymentLinkResponse> {
    return this.names.shown(await this.cancelPaymentLink.execute(customerAppId, id));
  }
}
