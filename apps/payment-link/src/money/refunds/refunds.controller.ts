import { Controller, Param } from '@nestjs/common';
import { RefundResponse } from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { RefundsReads } from './refunds.reads.js';

@Controller()
export class RefundsController {
  constructor(private readonly refunds: RefundsReads) {}

  @Operation('getRefund', { response: RefundResponse })
  get(
    @Caller() { customerAppId }: Caller,
    @Param('refundId') refundId: string,
  ): Promise<RefundResponse> {
    return this.refunds.get(customerAppId, refundId);
  }
}
