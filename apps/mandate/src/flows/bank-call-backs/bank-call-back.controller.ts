import { Controller, Headers, Param } from '@nestjs/common';
import { Operation, RawBody } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import type { RawCallBack } from '../../banks/direct-debit/ports.js';
import { ReceiveBankCallBack } from './receive-bank-call-back.use-case.js';

@Controller()
export class BankCallBackController {
  constructor(
    private readonly receiveBankCallBack: ReceiveBankCallBack,
    private readonly clock: Clock,
  ) {}

  @Operation('receiveDirectDebitCallback', { body: { rawBody: true } })
  async receiveCallBack(
    @Param('integrationId') integrationId: string,
    @Headers() headers: RawCallBack['headers'],
    @RawBody() body: Buffer,
  ): Promise<void> {
    await this.receiveBankCallBack.execute(integrationId, {
      body,
      headers,
      receivedAt: this.clock.system(),
    });
  }
}
