import { Env, ServiceConfig } from '@towpath/config';
import { IsOptional, IsUrl, MinLength } from 'class-validator';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class MandateConfig extends ServiceConfig {
  @Env({ name: 'PAYMENT_LINK_INTERNAL_URL', description: 'Internal port of payment-link.' })
  @IsUrl(HTTP_URL)
  paymentLinkInternalUrl: string;

  @Env({ name: 'ACCOUNT_DATA_INTERNAL_URL', description: 'Internal port of account-data.' })
  @IsUrl(HTTP_URL)
  accountDataInternalUrl: string;

  @Env({
    name: 'PUBLIC_API_URL',
    description: 'Base address of the public operations: the key set of checklists.',
    example: 'http://127.0.0.1:8080',
  })
  @IsUrl(HTTP_URL)
  publicApiUrl: string;

  @Env({
    name: 'PUBLIC_PAGES_URL',
    description: 'Base address of the hosted pages: mandate links, and the ways to banks and back.',
    example: 'http://127.0.0.1:8080',
  })
  @IsUrl(HTTP_URL)
  publicPagesUrl: string;

  @Env({
    name: 'BANK_CALLBACK_URL',
    description: 'Base address that direct debit banks call back; PUBLIC_API_URL when absent.',
    example: 'http://127.0.0.1:8080',
    optional: true,
  })
  @IsOptional()
  @IsUrl(HTTP_URL)
  bankCallbackUrl?: string;

  @Env({
    name: 'SANDBOX_URL',
    description: 'Simulated banks as this service reaches them; test apps only.',
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  @IsUrl(HTTP_URL)
  sandboxUrl?: string;

  @Env({
    name: 'SANDBOX_PUBLIC_URL',
    description: "Simulated banks as the payer's browser reaches them.",
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  @IsUrl(HTTP_URL)
  sandboxPublicUrl?: string;

  @Env({
    name: 'SANDBOX_GATEWAY_SECRET',
    description: 'Shared with the simulated banks: authorizes us, signs their call-backs.',
    secret: true,
    optional: true,
  })
  @MinLength(32)
  sandboxGatewaySecret?: string;
}
