import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';

import { Access } from '../../base/http/route-access.js';
import { BillingBooks, type BilledContent } from './billing-books.js';
import {
  BillKeyQueryDto,
  ChangedBillsQueryDto,
  PutBillDto,
  type BilledContentDto,
} from './billing.dto.js';

const PER_PAGE = 100;

/** `EXT`: the billing system of a landlord. */
@Access('server')
@Controller('ext')
export class BillingController {
  constructor(private readonly books: BillingBooks) {}

  /** Simulates the billing office. */
  @Post('bills')
  @HttpCode(200)
  put(@Body() { customer_app_id: customerAppId, bill_number: billNumber, bill }: PutBillDto) {
    return this.books.put({ customerAppId, billNumber }, contentOf(bill));
  }

  @Get('bill')
  find(@Query() { customer_app_id: customerAppId, bill_number: billNumber }: BillKeyQueryDto) {
    return this.books.find({ customerAppId, billNumber });
  }

  @Get('bills')
  async changed(@Query() query: ChangedBillsQueryDto) {
    const pageSize = query.page_size ?? PER_PAGE;
    const items = await this.books.changed({
      customerAppId: query.customer_app_id,
      afterRevision: query.after_revision ?? 0,
      // One more than is shown tells whether there are more.
      limit: pageSize + 1,
    });
    return { bills: items.slice(0, pageSize), more: items.length > pageSize };
  }
}

function contentOf(bill: BilledContentDto): BilledContent {
  return {
    tenant: bill.tenant,
    reference: bill.reference,
    due: bill.due,
    text: bill.text ?? null,
    issued_at: bill.issued_at ?? null,
    due_at: bill.due_at ?? null,
    direct_payment: bill.direct_payment,
    voided: bill.voided,
    property: bill.property ?? null,
    notes: bill.notes ?? null,
  };
}
