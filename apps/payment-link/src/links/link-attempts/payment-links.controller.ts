import { Body, Controller, Param } from '@nestjs/common';
import { CreatePaymentLinkRequest, PaymentLinkResponse } from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { LinkClosingService } from './link-closing.service.js';
import { PaymentLinksReads } from '../payment-links/payment-links.reads.js';
import { PaymentLinksService } from '../payment-links/payment-links.service.js';

@Controller()
export class PaymentLinksController {
  constructor(
    private readonly links: PaymentLinksService,
    private readonly reads: PaymentLinksReads,
    private readonly closing: LinkClosingService,
  ) {}

  @Operation('CreatePaymentLink', { response: PaymentLinkResponse })
  async create(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreatePaymentLinkRequest,
  ): Promise<PaymentLinkResponse> {
    const link = await this.links.create(customerAppId, body);
    // the reference of one that has succeeded: it may show a method that another service keeps
    return link.status === 'CREATED' ? link : this.reads.get(customerAppId, link.payment_link_id);
  }

  @Operation('GetPaymentLink', { response: PaymentLinkResponse })
  get(@Caller() { customerAppId }: Caller, @Param('paymentLinkId') id: string) {
    return this.reads.get(customerAppId, id);
  }

  @Operation('CancelPaymentLink', { response: PaymentLinkResponse })
  cancel(@Caller() { customerAppId }: Caller, @Param('paymentLinkId') id: string) {
    return this.closing.cancel(customerAppId, id);
  }
}
