import { Controller } from '@nestjs/common';
import { CallBack, callBackAnswer, Operation, type ReceivedCallBack } from '@towpath/http';
import { NotificationsService } from './notifications.service.js';

const RAW = { body: { rawBody: true } } as const;

@Controller()
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Operation('receiveProcessorNotification', RAW)
  async notified(@CallBack() received: ReceivedCallBack) {
    return callBackAnswer(await this.notifications.receive(received));
  }

  @Operation('receiveProcessorNotificationOfAccount', RAW)
  async notifiedOfAccount(@CallBack() received: ReceivedCallBack) {
    return callBackAnswer(await this.notifications.receive(received));
  }
}
