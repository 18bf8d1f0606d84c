import { Controller, Param, Query } from '@nestjs/common';
import { PageQuery } from '@towpath/contracts';
import { ListRefundsResponse } from '@towpath/contracts/payment-link';
import { Caller, Operation, pageOf, rangeOf } from '@towpath/http';
import { refundBody } from '../refunds/refund.view.js';
import { ListPaymentRefunds } from './list-payment-refunds.query.js';

@Controller()
export class PaymentRefundsController {
  constructor(private readonly listPaymentRefunds: ListPaymentRefunds) {}

  @Operation('listPaymentRefunds', { response: ListRefundsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Param('paymentId') paymentId: string,
    @Query() query: PageQuery,
  ): Promise<ListRefundsResponse> {
    const found = await this.listPaymentRefunds.execute(customerAppId, paymentId, rangeOf(query));
    const rows = found.refunds.map((refund) => ({
      id: refund.snapshot.refundId,
      created_at: refund.snapshot.createdAt,
      body: refundBody(refund),
    }));
    const page = pageOf(rows, found.total, query);
    return {
      refunds: page.rows.map(({ body }) => body),
      total_refunds: page.total,
      next_cursor: page.next_cursor,
    };
  }
}
