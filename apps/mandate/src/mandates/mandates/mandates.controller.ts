import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  ImportMandateRequest,
  MandateRecord,
  ReadMandatesRequest,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import {
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
  InternalRoute,
  Operation,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import { requestContext } from '@towpath/observability';
import { MandatesReads } from './mandates.reads.js';
import { NewMandatesService } from './new-mandates.service.js';

const callers = ['payment-link'] as const;

@Controller()
export class MandatesController {
  constructor(
    private readonly newMandates: NewMandatesService,
    private readonly mandates: MandatesReads,
  ) {}

  @Operation('createMandate', { response: CreatedMandateResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreateMandateRequest) call: IdempotentCall,
    @Body() asked: CreateMandateRequest,
  ): Promise<PreparedAnswer> {
    return this.newMandates.create(call, customerAppId, asked);
  }

  @Operation('createMandateForExistingSender', { response: CreatedMandateResponse })
  createForSender(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreateMandateForSenderRequest) call: IdempotentCall,
    @Body() asked: CreateMandateForSenderRequest,
  ): Promise<PreparedAnswer> {
    return this.newMandates.createForSender(call, customerAppId, asked);
  }

  @Operation('listMandates', { response: ListMandatesResponse })
  list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListMandatesQuery,
  ): Promise<ListMandatesResponse> {
    return this.mandates.list(customerAppId, query);
  }

  @Operation('listDetokenizedMandates', { response: ListMandatesResponse })
  listInPlaintext(
    @Caller() { customerAppId, clientId, tokenId }: Caller,
    @ClientAddress() clientAddress: string | null,
    @Query() query: ListMandatesQuery,
  ): Promise<ListMandatesResponse> {
    const requestId = requestContext.current()?.requestId ?? '';
    const reader = { customerAppId, clientId, tokenId, requestId, clientAddress };
    return this.mandates.listInPlaintext(reader, query);
  }

  @Operation('getMandate', { response: MandateResponse })
  get(
    @Caller() { customerAppId }: Caller,
    @Param('mandateId') mandateId: string,
  ): Promise<MandateResponse> {
    return this.mandates.get(customerAppId, mandateId);
  }

  @InternalRoute('POST', '/internal/mandates/read', { callers, response: ReadMandatesResponse })
  read(@Body() asked: ReadMandatesRequest): Promise<ReadMandatesResponse> {
    return this.mandates.read(asked);
  }

  @InternalRoute('POST', '/internal/mandates/import', { callers, response: MandateRecord })
  import(@Body() asked: ImportMandateRequest): Promise<MandateRecord> {
    return this.newMandates.import(asked);
  }
}
