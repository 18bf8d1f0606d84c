import { Controller, Headers, Param } from '@nestjs/common';
import { Operation, RawBody } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import type { RawCallBack } from '../../cards/card-gateways/ports.js';
import { CallBacksService } from './call-backs.service.js';

@Controller()
export class CallBacksController {
  constructor(
    private readonly callBacks: CallBacksService,
    private readonly clock: Clock,
  ) {}

  @Operation('receiveCardCallback', { body: { rawBody: true } })
  async calledBack(
    @Param('integrationId') integrationId: string,
    @Headers() headers: RawCallBack['headers'],
    @RawBody() body: Buffer,
  ): Promise<void> {
    await this.callBacks.receive(integrationId, {
      body,
      headers,
      receivedAt: this.clock.system(),
    });
  }
}
