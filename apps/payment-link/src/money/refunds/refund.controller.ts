import { Controller, Param } from '@nestjs/common';
import { RefundResponse } from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { GetRefund } from './get-refund.query.js';

@Controller()
export class RefundController {
  constructor(private readonly getRefund: GetRefund) {}

  @Operation('getRefund', { response: RefundResponse })
  get(
    @Caller() { customerAppId }: Caller,
    @Param('refundId') refundId: string,
  ): Promise<RefundResponse> {
    return this.getRefund.execute(customerAppId, refundId);
  }
}
