import { Env, ServiceConfig } from '@towpath/config';
import { IsOptional, IsUrl, MinLength } from 'class-validator';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const SHORTEST_SECRET = 32;

export class DisputeConfig extends ServiceConfig {
  @Env({ name: 'PAYMENT_LINK_INTERNAL_URL', description: 'Internal port of payment-link.' })
  @IsUrl(HTTP_URL)
  paymentLinkInternalUrl: string;

  @Env({
    name: 'SANDBOX_URL',
    description: 'Simulated card processors as this service reaches them; test apps only.',
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  @IsUrl(HTTP_URL)
  sandboxUrl?: string;

  @Env({
    name: 'SANDBOX_GATEWAY_SECRET',
    description: 'Shared with the simulated processors: authorizes us, signs their notifications.',
    secret: true,
    optional: true,
  })
  @MinLength(SHORTEST_SECRET)
  sandboxGatewaySecret?: string;

  @Env({
    name: 'SANDBOX_GATEWAY_PREVIOUS_SECRET',
    description: 'The secret before it: notifications signed with it are taken during a rotation.',
    secret: true,
    optional: true,
  })
  @IsOptional()
  @MinLength(SHORTEST_SECRET)
  sandboxGatewayPreviousSecret?: string;
}
