import { Body, Controller, Param, Query } from '@nestjs/common';
import { ReadMandatesRequest, ReadMandatesResponse } from '@towpath/contracts/internal';
import {
  ListMandatesQuery,
  ListMandatesResponse,
  MandateResponse,
} from '@towpath/contracts/mandate';
import { Caller, ClientAddress, InternalRoute, Operation } from '@towpath/http';
import { requestContext } from '@towpath/observability';
import { MandatesReads } from './mandates.reads.js';

const callers = ['payment-link'] as const;

@Controller()
export class MandatesController {
  constructor(private readonly mandates: MandatesReads) {}

  @Operation('listMandates', { response: ListMandatesResponse })
  list(@Caller() { customerAppId }: Caller, @Query() query: ListMandatesQuery) {
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
  get(@Caller() { customerAppId }: Caller, @Param('mandateId') mandateId: string) {
    return this.mandates.get(customerAppId, mandateId);
  }

  @InternalRoute('POST', '/internal/mandates/read', { callers, response: ReadMandatesResponse })
  read(@Body() asked: ReadMandatesRequest) {
    return this.mandates.read(asked);
  }
}
