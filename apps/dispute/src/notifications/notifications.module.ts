import { Module } from '@nestjs/common';
import { DisputesModule } from '../disputes/disputes.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ApplyAtOnce } from './apply-at-once.js';
import { ApplyNotification } from './apply-notification.use-case.js';
import { NotificationController } from './notification.controller.js';
import { ApplyNotifications } from './persistence/apply-notifications.job.js';
import { NotificationRepository } from './persistence/notification.repository.js';
import { ReceiveNotification } from './receive-notification.use-case.js';
import { SealedNotifications } from './sealed-notifications.js';

@Module({
  imports: [DisputesModule, PaymentsModule],
  controllers: [NotificationController],
  providers: [
    NotificationRepository,
    SealedNotifications,
    ReceiveNotification,
    ApplyNotification,
    ApplyAtOnce,
    ApplyNotifications,
  ],
})
export class NotificationsModule {}
