import { Controller, Headers, Param } from '@nestjs/common';
import { Operation, RawBody } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import type { RawCallBack } from '../../cards/card-gateways/ports.js';
import { ReceiveCallBack } from './receive-call-back.use-case.js';

@Controller()
export class CardCallBackController {
  constructor(
    private readonly receiveCallBack: ReceiveCallBack,
    private readonly clock: Clock,
  ) {}

  @Operation('receiveCardCallback', { body: { rawBody: true } })
  async calledBack(
    @Param('integrationId') integrationId: string,
    @Headers() headers: RawCallBack['headers'],
    @RawBody() body: Buffer,
  ): Promise<void> {
    await this.receiveCallBack.execute(integrationId, {
      body,
      headers,
      receivedAt: this.clock.system(),
    });
  }
}
