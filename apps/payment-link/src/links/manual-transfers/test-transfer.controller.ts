import { Body, Controller, Param } from '@nestjs/common';
import {
  CreateTestIncomingTransferRequest,
  IncomingTransferResponse,
  UpdateTestPaymentStatusRequest,
} from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import type { IncomingTransfer } from './incoming-transfer.js';
import { ExecuteTestPayment } from './execute-test-payment.use-case.js';
import { ReceiveTestTransfer } from './receive-test-transfer.use-case.js';

/** Simulates the bank that receives transfers, which test apps do not have. */
@Controller()
export class TestTransferController {
  constructor(
    private readonly receiveTestTransfer: ReceiveTestTransfer,
    private readonly executeTestPayment: ExecuteTestPayment,
  ) {}

  @Operation('createTestIncomingTransfer', { response: IncomingTransferResponse })
  async receive(
    @Caller() { customerAppId }: Caller,
    @Body() { reference, amount, currency }: CreateTestIncomingTransferRequest,
  ): Promise<IncomingTransferResponse> {
    const transfer = { reference: reference ?? null, amount, currency };
    return transferBody(await this.receiveTestTransfer.execute(customerAppId, transfer));
  }

  /** The body has only one permitted status, so it is not read. */
  @Operation('updateTestPaymentStatus')
  async execute(
    @Body() _asked: UpdateTestPaymentStatusRequest,
    @Caller() { customerAppId }: Caller,
    @Param('paymentId') paymentId: string,
  ): Promise<void> {
    await this.executeTestPayment.execute(customerAppId, paymentId);
  }
}

function transferBody(transfer: IncomingTransfer): IncomingTransferResponse {
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
