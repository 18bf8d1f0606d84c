import { Module, type DynamicModule } from '@nestjs/common';
import { WebhookEventsConsumer } from './events/webhook-events.consumer.js';
import { WebhookEventsController } from './events/webhook-events.controller.js';
import { WebhookEventsReads } from './events/webhook-events.reads.js';
import { WebhookEventsService } from './events/webhook-events.service.js';

/** Events as webhooks: stored once, with a delivery for each endpoint. */
@Module({})
export class RecordingModule {
  static forRoot(endpoints: DynamicModule): DynamicModule {
    return {
      module: RecordingModule,
      imports: [endpoints],
      controllers: [WebhookEventsController, WebhookEventsConsumer],
      providers: [WebhookEventsReads, WebhookEventsService],
      exports: [WebhookEventsReads, WebhookEventsService],
    };
  }
}
