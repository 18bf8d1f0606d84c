import { Env, ServiceConfig } from '@towpath/config';
import { IsArray, IsInt, Max, Min, ValidateBy } from 'class-validator';
import { isRange } from './endpoints/targets/address-rule.js';

export class WebhookDispatchConfig extends ServiceConfig {
  @Env({
    name: 'WEBHOOK_ALLOWED_TARGETS',
    description:
      'CIDR ranges that webhooks may reach although they are not public, also by http and on any ' +
      'port. For development; empty in production.',
    default: [],
    example: '127.0.0.0/8,::1/128',
  })
  @IsArray()
  @ValidateBy(
    { name: 'isRange', validator: { validate: isRange } },
    { each: true, message: '$property must list CIDR ranges such as 10.0.0.0/8' },
  )
  allowedTargets: string[];

  @Env({
    name: 'WEBHOOK_MAX_IN_FLIGHT',
    description: 'Webhooks that one replica sends at the same time, over all endpoints.',
    default: 1024,
  })
  @IsInt()
  @Min(1)
  @Max(20_000)
  maxInFlight: number;
}
