import { Body, Controller, Inject } from '@nestjs/common';
import { BillResponse, CreateTestBillRequest } from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { Clock, newId, type BillId } from '@towpath/kernel';
import type { SourceBill } from '../bills/bills.service.js';
import { AddTestBill } from './add-test-bill.use-case.js';

/** Simulates the writer of bills at an external billing system. */
@Controller()
export class TestBillController {
  constructor(
    private readonly addTestBill: AddTestBill,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Operation('createTestBill', { response: BillResponse })
  receive(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreateTestBillRequest,
  ): Promise<BillResponse> {
    const made = newId<BillId>(this.clock.system());
    return this.addTestBill.execute(customerAppId, sourceBillOf(body, made));
  }
}

function sourceBillOf(body: CreateTestBillRequest, made: BillId): SourceBill {
  const { details, sender_details: person, integration_metadata: integration } = body;
  return {
    integrationId: integration.integration_id,
    externalBillId: body.external_bill_id ?? made,
    isWithdrawn: body.status === 'CANCELLED',
    sender: { externalUserId: body.external_user_id, name: person.name, email: null },
    referenceId: details.bill_reference_id,
    amount: details.total_amount_due,
    currency: details.currency,
    description: details.description ?? null,
    billDate: instant(body.bill_date),
    dueDate: instant(body.due_date),
    isAutopayEligible: body.is_autopay_eligible,
    extMetadata: integration.ext_metadata ?? null,
    metadata: body.metadata ?? null,
  };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
