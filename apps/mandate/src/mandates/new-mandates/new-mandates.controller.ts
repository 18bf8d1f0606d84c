import { Body, Controller } from '@nestjs/common';
import { ImportMandateRequest, MandateRecord } from '@towpath/contracts/internal';
import {
  CreatedMandateResponse,
  CreateMandateForSenderRequest,
  CreateMandateRequest,
} from '@towpath/contracts/mandate';
import { Caller, Idempotent, InternalRoute, Operation, type IdempotentCall } from '@towpath/http';
import { NewMandatesService } from './new-mandates.service.js';

@Controller()
export class NewMandatesController {
  constructor(private readonly newMandates: NewMandatesService) {}

  @Operation('createMandate', { response: CreatedMandateResponse })
  create(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreateMandateRequest) call: IdempotentCall,
    @Body() asked: CreateMandateRequest,
  ) {
    return this.newMandates.create(call, customerAppId, asked);
  }

  @Operation('createMandateForExistingSender', { response: CreatedMandateResponse })
  createForSender(
    @Caller() { customerAppId }: Caller,
    @Idempotent(CreateMandateForSenderRequest) call: IdempotentCall,
    @Body() asked: CreateMandateForSenderRequest,
  ) {
    return this.newMandates.createForSender(call, customerAppId, asked);
  }

  @InternalRoute('POST', '/internal/mandates/import', {
    callers: ['payment-link'],
    response: MandateRecord,
  })
  import(@Body() asked: ImportMandateRequest) {
    return this.newMandates.import(asked);
  }
}
