import { Controller, Headers, Param } from '@nestjs/common';
import { Operation, RawBody } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import type { RawCallBack } from '../../banks/direct-debit/ports.js';
import { BankCallBacksService } from './bank-call-backs.service.js';

@Controller()
export class BankCallBacksController {
  constructor(
    private readonly callBacks: BankCallBacksService,
    private readonly clock: Clock,
  ) {}

  @Operation('receiveDirectDebitCallback', { body: { rawBody: true } })
  async receiveCallBack(
    @Param('integrationId') integrationId: string,
    @Headers() headers: RawCallBack['headers'],
    @RawBody() body: Buffer,
  ): Promise<void> {
    const receivedAt = this.clock.system();
    await this.callBacks.receive(integrationId, { body, headers, receivedAt });
  }
}
