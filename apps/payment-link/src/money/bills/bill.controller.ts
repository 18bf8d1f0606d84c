import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import {
  BillResponse,
  BillWithPaymentsResponse,
  CreateTestBillRequest,
  ListBillsQuery,
  ListBillsResponse,
} from '@towpath/contracts/payment-link';
import { Caller, Operation, pageOf, rangeOf } from '@towpath/http';
import { Clock, newId, type BillId } from '@towpath/kernel';
import { InstitutionNames } from '../../parties/institution-names/institution-names.js';
import { AddTestBill } from './add-test-bill.use-case.js';
import { GetBill } from './get-bill.query.js';
import { ListBills } from './list-bills.query.js';
import type { BillFilters } from './ports.js';
import type { SourceBill } from './source-bill.js';

@Controller()
export class BillController {
  constructor(
    private readonly listBills: ListBills,
    private readonly getBill: GetBill,
    private readonly addTestBill: AddTestBill,
    private readonly names: InstitutionNames,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Operation('listBills', { response: ListBillsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListBillsQuery,
  ): Promise<ListBillsResponse> {
    const range = rangeOf(query);
    const { rows, hasMore } = await this.listBills.execute(customerAppId, filtersOf(query), range);
    const total = range.offset + rows.length + (hasMore ? 1 : 0);
    const page = pageOf(rows, total, query);
    return {
      bills: page.rows.map(({ body }) => body),
      has_more: hasMore,
      next_cursor: hasMore ? page.next_cursor : undefined,
    };
  }

  @Operation('getBill', { response: BillWithPaymentsResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('billId') billId: string,
  ): Promise<BillWithPaymentsResponse> {
    return this.names.shown(await this.getBill.execute(customerAppId, billId));
  }

  /** In the place of whoever writes bills at an external billing system. */
  @Operation('createTestBill', { response: BillResponse })
  receive(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreateTestBillRequest,
  ): Promise<BillResponse> {
    const made = newId<BillId>(this.clock.system());
    return this.addTestBill.execute(customerAppId, sourceBillOf(body, made));
  }
}

function filtersOf(query: ListBillsQuery): BillFilters {
  return {
    dateFrom: query.date_from ?? null,
    dateTo: query.date_to ?? null,
    statuses: query.statuses ?? [],
    userId: query.user_id ?? null,
    externalUserId: query.external_user_id ?? null,
    currencies: query.currencies ?? [],
  };
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
