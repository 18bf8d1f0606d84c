import { Env, ServiceConfig } from '@towpath/config';
import { IsInt, IsUrl, Max, Min, MinLength } from 'class-validator';

const ANY_HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const LONGEST_VALIDITY_DAYS = 365;

export class PaymentLinkConfig extends ServiceConfig {
  @Env({ name: 'ACCOUNT_DATA_INTERNAL_URL', description: 'Internal port of account-data.' })
  @IsUrl(ANY_HTTP_URL)
  accountDataInternalUrl: string;

  @Env({ name: 'MANDATE_INTERNAL_URL', description: 'Internal port of mandate.' })
  @IsUrl(ANY_HTTP_URL)
  mandateInternalUrl: string;

  @Env({
    name: 'PUBLIC_API_URL',
    description: 'Base address of the public operations: card gateways send call-backs there.',
    example: 'http://127.0.0.1:8080',
  })
  @IsUrl(ANY_HTTP_URL)
  publicApiUrl: string;

  @Env({
    name: 'PUBLIC_PAGES_URL',
    description: 'Base address of the hosted pages: payment-link URLs start with it.',
    example: 'http://127.0.0.1:8080',
  })
  @IsUrl(ANY_HTTP_URL)
  publicPagesUrl: string;

  @Env({
    name: 'SANDBOX_URL',
    description: 'Simulated card gateway as this service reaches it; test apps only.',
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  @IsUrl(ANY_HTTP_URL)
  sandboxUrl?: string;

  @Env({
    name: 'SANDBOX_PUBLIC_URL',
    description: "Simulated card gateway as the payer's browser reaches it.",
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  @IsUrl(ANY_HTTP_URL)
  sandboxPublicUrl?: string;

  @Env({
    name: 'SANDBOX_GATEWAY_SECRET',
    description: 'Shared with the simulated card gateway: authorizes us, signs its call-backs.',
    secret: true,
    optional: true,
  })
  @MinLength(32)
  sandboxGatewaySecret?: string;

  @Env({
    name: 'PAYMENT_LINK_VALIDITY_DAYS',
    description: 'Days after which an unpaid payment link expires.',
    default: 30,
  })
  @IsInt()
  @Min(1)
  @Max(LONGEST_VALIDITY_DAYS)
  paymentLinkValidityDays: number;
}
