import { Module, type DynamicModule } from '@nestjs/common';
import { WebhookEndpointResource } from './webhook-endpoint.resource.js';
import { WebhookEventResource } from './webhook-event.resource.js';
import { WebhookFigures } from './webhook.figures.js';
import { WebhookEventsTeller } from './webhook-events.teller.js';

/** What operators find, see and read in stories. */
@Module({})
export class OperatorsModule {
  static forRoot(endpoints: DynamicModule): DynamicModule {
    return {
      module: OperatorsModule,
      imports: [endpoints],
      providers: [
        WebhookEndpointResource,
        WebhookEventResource,
        WebhookEventsTeller,
        WebhookFigures,
      ],
    };
  }
}
