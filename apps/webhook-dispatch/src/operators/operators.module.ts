import { Module, type DynamicModule } from '@nestjs/common';
import { RecoverWebhooks } from './recover-webhooks.action.js';
import { ResendWebhook } from './resend-webhook.action.js';
import { WebhookEndpointResource } from './webhook-endpoint.resource.js';
import { WebhookEventResource } from './webhook-event.resource.js';
import { WebhookFigures } from './webhook.figures.js';
import { WebhookEventsTeller } from './webhook-events.teller.js';

/** What operators find, see, read in stories and do. */
@Module({})
export class OperatorsModule {
  static forRoot(inner: readonly DynamicModule[]): DynamicModule {
    return {
      module: OperatorsModule,
      imports: [...inner],
      providers: [
        RecoverWebhooks,
        ResendWebhook,
        WebhookEndpointResource,
        WebhookEventResource,
        WebhookEventsTeller,
        WebhookFigures,
      ],
    };
  }
}
