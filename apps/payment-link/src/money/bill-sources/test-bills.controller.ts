import { Body, Controller } from '@nestjs/common';
import { BillResponse, CreateTestBillRequest } from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { BillSourcesService } from './bill-sources.service.js';

/** Simulates the writer of bills at an external billing system. */
@Controller()
export class TestBillsController {
  constructor(private readonly sources: BillSourcesService) {}

  @Operation('createTestBill', { response: BillResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreateTestBillRequest,
  ): Promise<BillResponse> {
    return this.sources.addTestBill(customerAppId, body);
  }
}
