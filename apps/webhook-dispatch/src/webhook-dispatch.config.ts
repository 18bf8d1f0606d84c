import { IntegerVariable, ListVariable, ServiceConfig } from '@towpath/config';
import { isRange } from './endpoints/targets/address-rule.js';

export class WebhookDispatchConfig extends ServiceConfig {
  @ListVariable(
    'CIDR ranges that webhooks may reach although they are not public, also by http and on any ' +
      'port. For development; empty in production.',
    {
      name: 'WEBHOOK_ALLOWED_TARGETS',
      of: 'CIDR ranges such as 10.0.0.0/8',
      fits: isRange,
      default: [],
      example: '127.0.0.0/8,::1/128',
    },
  )
  allowedTargets: string[];
  @IntegerVariable('Webhooks that one replica sends at the same time, over all endpoints.', {
    name: 'WEBHOOK_MAX_IN_FLIGHT',
    min: 1,
    max: 20_000,
    default: 1024,
  })
  maxInFlight: number;
}
