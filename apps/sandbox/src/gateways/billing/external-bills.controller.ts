import { field } from '@towpath/contracts';
import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { MomentField, ReferenceField } from '../../base/http/fields.js';
import { InstructedDto } from '../gw3/gw3.dto.js';
import { Access } from '../../base/http/access.guard.js';
import { ExternalBillsService } from './external-bills.service.js';

class TenantDto {
  @field.text({ min: 1, max: 100 }) code: string;
  @field.text({ min: 1, max: 100 }) name: string;
}

/** Members that were not given are null. */
class BilledContentDto {
  @field.object(() => TenantDto) tenant: TenantDto;
  @field.text({ min: 1, max: 35 }) reference: string;
  @field.object(() => InstructedDto) due: InstructedDto;
  @field.text({ optional: true, max: 1_000 }) text?: string;
  @MomentField({ optional: true }) issued_at?: string;
  @MomentField({ optional: true }) due_at?: string;
  @field.boolean() direct_payment: boolean;
  @field.boolean() voided: boolean;
  @field.openObject({ optional: true }) property?: Record<string, unknown>;
  @field.openObject({ optional: true }) notes?: Record<string, string>;
}

class BillKeyQueryDto {
  @ReferenceField() customer_app_id: string;
  @field.text({ min: 1, max: 100 }) bill_number: string;
}

class PutBillDto extends BillKeyQueryDto {
  @field.object(() => BilledContentDto) bill: BilledContentDto;
}

class ChangedBillsQueryDto {
  @ReferenceField() customer_app_id: string;
  @field.integerQuery({ optional: true, min: 0 }) after_revision?: number;
  @field.integerQuery({ optional: true, min: 1, max: 500 }) page_size?: number;
}

const PER_PAGE = 100;

/** `EXT`: the billing system of a landlord. */
@Access('server')
@Controller('ext')
export class ExternalBillsController {
  constructor(private readonly bills: ExternalBillsService) {}

  /** Simulates the billing office. */
  @Post('bills')
  @HttpCode(200)
  put(@Body() { customer_app_id: customerAppId, bill_number: billNumber, bill }: PutBillDto) {
    return this.bills.put({ customerAppId, billNumber }, contentOf(bill));
  }

  @Get('bill')
  find(@Query() { customer_app_id: customerAppId, bill_number: billNumber }: BillKeyQueryDto) {
    return this.bills.find({ customerAppId, billNumber });
  }

  @Get('bills')
  async changed(@Query() query: ChangedBillsQueryDto) {
    const pageSize = query.page_size ?? PER_PAGE;
    const bills = await this.bills.changed({
      customerAppId: query.customer_app_id,
      afterRevision: query.after_revision ?? 0,
      // One more than is shown tells whether there are more.
      limit: pageSize + 1,
    });
    return { bills: bills.slice(0, pageSize), more: bills.length > pageSize };
  }
}

/** Members that were not given are null. */
function contentOf(bill: BilledContentDto) {
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
