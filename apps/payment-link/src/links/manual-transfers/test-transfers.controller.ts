import { Body, Controller, Param } from '@nestjs/common';
import {
  CreateTestIncomingTransferRequest,
  IncomingTransferResponse,
  UpdateTestPaymentStatusRequest,
} from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import { TestTransfersService } from './test-transfers.service.js';

/** Simulates the bank that receives transfers, which test apps do not have. */
@Controller()
export class TestTransfersController {
  constructor(private readonly transfers: TestTransfersService) {}

  @Operation('createTestIncomingTransfer', { response: IncomingTransferResponse })
  async receive(
    @Caller() { customerAppId }: Caller,
    @Body() { reference, amount, currency }: CreateTestIncomingTransferRequest,
  ): Promise<IncomingTransferResponse> {
    const arriving = { reference: reference ?? null, amount, currency };
    const transfer = await this.transfers.receive(customerAppId, arriving);
    return {
      incoming_transfer_id: transfer.incomingTransferId,
      reference: transfer.reference ?? undefined,
      amount: transfer.amount,
      currency: transfer.currency,
      outcome: transfer.outcome,
      payment_id: transfer.paymentId ?? undefined,
      refund_id: transfer.refundId ?? undefined,
      received_at: transfer.receivedAt.toISOString(),
    };
  }

  /** The body has only one permitted status, so it is not read. */
  @Operation('updateTestPaymentStatus')
  execute(
    @Body() _asked: UpdateTestPaymentStatusRequest,
    @Caller() { customerAppId }: Caller,
    @Param('paymentId') paymentId: string,
  ) {
    return this.transfers.executePayment(customerAppId, paymentId);
  }
}
