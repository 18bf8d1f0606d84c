import { Env, ServiceConfig } from '@towpath/config';
import { IsUrl } from 'class-validator';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class MandateConfig extends ServiceConfig {
  @Env({ name: 'PAYMENT_LINK_INTERNAL_URL', description: 'Internal port of payment-link.' })
  @IsUrl(HTTP_URL)
  paymentLinkInternalUrl: string;
}
