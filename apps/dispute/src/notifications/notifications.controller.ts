import { Controller, Headers, Param } from '@nestjs/common';
import { Operation, RawBody } from '@towpath/http';
import { Clock } from '@towpath/kernel';
import type { RawNotification } from '../processors/ports.js';
import { NotificationsService } from './notifications.service.js';

@Controller()
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  @Operation('receiveProcessorNotification', { body: { rawBody: true } })
  async receive(
    @Param('integrationId') integrationId: string,
    @Headers() headers: RawNotification['headers'],
    @RawBody() body: Buffer,
  ): Promise<void> {
    const raw = { body, headers, receivedAt: this.clock.system() };
    await this.notifications.receive(integrationId, raw);
  }
}
