import { Controller, Param, Query } from '@nestjs/common';
import {
  BillWithPaymentsResponse,
  ListBillsQuery,
  ListBillsResponse,
} from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { BillsReads } from './bills.reads.js';

@Controller()
export class BillsController {
  constructor(private readonly bills: BillsReads) {}

  @Operation('listBills', { response: ListBillsResponse })
  list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListBillsQuery,
  ): Promise<ListBillsResponse> {
    return this.bills.list(customerAppId, query);
  }

  @Operation('getBill', { response: BillWithPaymentsResponse })
  get(
    @Caller() { customerAppId }: Caller,
    @Param('billId') billId: string,
  ): Promise<BillWithPaymentsResponse> {
    return this.bills.get(customerAppId, billId);
  }
}
