import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  CreatedMandateResponse,
  CreateMandateRequest,
  ListMandatesQuery,
  ListMandatesResponse,
  MandateResponse,
} from '@towpath/contracts';
import {
  Caller,
  Idempotent,
  Operation,
  pageOf,
  rangeOf,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { CreateMandate } from './create-mandate.use-case.js';
import { GetMandate } from './get-mandate.query.js';
import { ListMandates } from './list-mandates.query.js';
import type { MandateFilters } from './ports.js';

@Controller()
export class MandateController {
  constructor(
    private readonly createMandate: CreateMandate,
    private readonly getMandate: GetMandate,
    private readonly listMandates: ListMandates,
  ) {}

  @Operation('createMandate', { response: CreatedMandateResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent() call: IdempotentCall,
    @Body() asked: CreateMandateRequest,
  ): Promise<PreparedAnswer> {
    return this.createMandate.execute(call, { customerAppId, asked });
  }

  @Operation('listMandates', { response: ListMandatesResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListMandatesQuery,
  ): Promise<ListMandatesResponse> {
    const found = await this.listMandates.execute(customerAppId, filtersOf(query), rangeOf(query));
    const page = pageOf(found.rows, found.total, query);
    return {
      mandates: page.rows.map(({ body }) => body),
      total_mandates: page.total,
      next_cursor: page.next_cursor,
    };
  }

  @Operation('getMandate', { response: MandateResponse })
  get(
    @Caller() { customerAppId }: Caller,
    @Param('mandateId') mandateId: string,
  ): Promise<MandateResponse> {
    return this.getMandate.execute(customerAppId, mandateId);
  }
}

function filtersOf(query: ListMandatesQuery): MandateFilters {
  return {
    dateFrom: query.date_from ?? null,
    dateTo: query.date_to ?? null,
    statuses: query.statuses ?? [],
    senderType: query.sender_type ?? null,
    userId: query.user_id ?? null,
    institutionId: query.institution_id ?? null,
  };
}
