import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  AuthorizeMandateRequest,
  CreatedMandateResponse,
  CreateMandateForSenderRequest,
  CreateMandateRequest,
  ListMandatesQuery,
  ListMandatesResponse,
  MandateResponse,
} from '@towpath/contracts/mandate';
import {
  Caller,
  ClientAddress,
  Idempotent,
  Operation,
  pageOf,
  rangeOf,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { requestContext } from '@towpath/observability';
import { AuthorizeByCustomer } from './authorize-by-customer.use-case.js';
import { CreateMandateForSender } from './create-mandate-for-sender.use-case.js';
import { CreateMandate } from './create-mandate.use-case.js';
import { GetMandate } from './get-mandate.query.js';
import { ListMandates, type ListedMandate } from './list-mandates.query.js';
import { ListPlaintextMandates } from './list-plaintext-mandates.query.js';
import type { MandateFilters } from './ports.js';

@Controller()
export class MandateController {
  constructor(
    private readonly createMandate: CreateMandate,
    private readonly createMandateForSender: CreateMandateForSender,
    private readonly getMandate: GetMandate,
    private readonly listMandates: ListMandates,
    private readonly listPlaintextMandates: ListPlaintextMandates,
    private readonly authorizeByCustomer: AuthorizeByCustomer,
  ) {}

  @Operation('createMandate', { response: CreatedMandateResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreateMandateRequest) call: IdempotentCall,
    @Body() asked: CreateMandateRequest,
  ): Promise<PreparedAnswer> {
    return this.createMandate.execute(call, { customerAppId, asked });
  }

  @Operation('createMandateForExistingSender', { response: CreatedMandateResponse })
  createOnAccount(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreateMandateForSenderRequest) call: IdempotentCall,
    @Body() asked: CreateMandateForSenderRequest,
  ): Promise<PreparedAnswer> {
    return this.createMandateForSender.execute(call, customerAppId, asked);
  }

  @Operation('listMandates', { response: ListMandatesResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListMandatesQuery,
  ): Promise<ListMandatesResponse> {
    const range = rangeOf(query);
    return pageBody(await this.listMandates.execute(customerAppId, filtersOf(query), range), query);
  }

  @Operation('listDetokenizedMandates', { response: ListMandatesResponse })
  async details(
    @Caller() { customerAppId, clientId, tokenId }: Caller,
    @ClientAddress() clientAddress: string | null,
    @Query() query: ListMandatesQuery,
  ): Promise<ListMandatesResponse> {
    const requestId = requestContext.current()?.requestId ?? '';
    const reader = { customerAppId, clientId, tokenId, requestId, clientAddress };
    const range = rangeOf(query);
    return pageBody(
      await this.listPlaintextMandates.execute(reader, filtersOf(query), range),
      query,
    );
  }

  @Operation('getMandate', { response: MandateResponse })
  get(
    @Caller() { customerAppId }: Caller,
    @Param('mandateId') mandateId: string,
  ): Promise<MandateResponse> {
    return this.getMandate.execute(customerAppId, mandateId);
  }

  @Operation('authorizeMandate', { response: MandateResponse })
  authorize(
    @Caller() { customerAppId }: Caller,
    @Param('mandateId') mandateId: string,
    @Body() { enduser_consent: enduserConsent }: AuthorizeMandateRequest,
  ): Promise<MandateResponse> {
    return this.authorizeByCustomer.execute(customerAppId, mandateId, { enduserConsent });
  }
}

interface Found {
  readonly rows: readonly ListedMandate[];
  readonly total: number;
}

function pageBody({ rows, total }: Found, query: ListMandatesQuery): ListMandatesResponse {
  const page = pageOf(rows, total, query);
  return {
    mandates: page.rows.map(({ body }) => body),
    total_mandates: page.total,
    next_cursor: page.next_cursor,
  };
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
