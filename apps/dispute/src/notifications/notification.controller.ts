import { Controller, Headers, Param } from '@nestjs/common';
import { Operation, RawBody } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import type { RawNotification } from '../processors/ports.js';
import { ReceiveNotification } from './receive-notification.use-case.js';

@Controller()
export class NotificationController {
  constructor(
    private readonly receiveNotification: ReceiveNotification,
    private readonly clock: Clock,
  ) {}

  @Operation('receiveProcessorNotification', { body: { rawBody: true } })
  async notified(
    @Param('integrationId') integrationId: string,
    @Headers() headers: RawNotification['headers'],
    @RawBody() body: Buffer,
  ): Promise<void> {
    await this.receiveNotification.execute(integrationId, {
      body,
      headers,
      receivedAt: this.clock.system(),
    });
  }
}
