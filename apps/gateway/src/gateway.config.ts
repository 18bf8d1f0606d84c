import { Env, ServiceConfig } from '@towpath/config';
import type { OperationOwner, ServiceName } from '@towpath/contracts';
import { IsArray, IsInt, IsOptional, IsString, IsUrl, Max, Min, ValidateBy } from 'class-validator';
import ipaddr from 'ipaddr.js';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** The variables of the gateway; each declaration describes its variable. */
export class GatewayConfig extends ServiceConfig {
  @Env({
    name: 'PUBLIC_API_URL',
    description: 'Base URL under which callers reach the API; the issuer of tokens.',
    example: 'https://api.example.com',
  })
  @IsUrl(HTTP_URL)
  publicApiUrl: string;

  @Env({
    name: 'PUBLIC_PAGES_URL',
    description: 'Base URL under which end-users reach the hosted pages.',
    example: 'https://pay.example.com',
  })
  @IsUrl(HTTP_URL)
  publicPagesUrl: string;

  @Env({
    name: 'TRUSTED_PROXIES',
    description: 'CIDR ranges whose X-Forwarded-For is believed; none when empty.',
    default: [],
  })
  @IsArray()
  @ListOf('CIDR ranges such as 10.0.0.0/8', (entry) => ipaddr.isValidCIDR(entry))
  trustedProxies: string[];

  @Env({
    name: 'RATE_LIMIT_PER_SECOND',
    description: 'Requests per second of one customer app to this replica.',
    default: 5000,
  })
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  rateLimitPerSecond: number;

  @Env({
    name: 'PUBLIC_RATE_LIMIT_PER_SECOND',
    description: 'Requests per second of one address to operations without a token, per replica.',
    default: 1000,
  })
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  publicRateLimitPerSecond: number;

  @Env({
    name: 'HOSTED_UI_DIR',
    description: 'Folder of the built hosted pages.',
    default: 'apps/hosted-ui/dist',
  })
  @IsString()
  hostedUiDir: string;

  @Env({
    name: 'OPENAPI_FILE',
    description: 'The OpenAPI document served at /openapi.json and /docs.',
    default: 'docs/generated/openapi/openapi.json',
  })
  @IsString()
  openApiFile: string;

  @Env({
    name: 'CARD_FIELDS_ORIGINS',
    description: 'Origins of the card gateways whose fields the payment page may frame.',
    default: [],
  })
  @IsArray()
  @ListOf('origins such as https://fields.example.com', isOrigin)
  cardFieldsOrigins: string[];

  @Env({
    name: 'SANDBOX_INTERNAL_URL',
    description: 'Internal port of the sandbox, which follows the clocks of test apps.',
    example: 'http://127.0.0.1:9086',
    optional: true,
  })
  @IsOptional()
  @IsUrl(HTTP_URL)
  sandboxInternalUrl?: string;

  @Env({ name: 'ACCOUNT_DATA_URL', description: 'Public port of account-data.' })
  @IsUrl(HTTP_URL)
  accountDataUrl: string;

  @Env({ name: 'ACCOUNT_DATA_INTERNAL_URL', description: 'Internal port of account-data.' })
  @IsUrl(HTTP_URL)
  accountDataInternalUrl: string;

  @Env({ name: 'MANDATE_URL', description: 'Public port of mandate.' })
  @IsUrl(HTTP_URL)
  mandateUrl: string;

  @Env({ name: 'MANDATE_INTERNAL_URL', description: 'Internal port of mandate.' })
  @IsUrl(HTTP_URL)
  mandateInternalUrl: string;

  @Env({ name: 'PAYMENT_LINK_URL', description: 'Public port of payment-link.' })
  @IsUrl(HTTP_URL)
  paymentLinkUrl: string;

  @Env({ name: 'PAYMENT_LINK_INTERNAL_URL', description: 'Internal port of payment-link.' })
  @IsUrl(HTTP_URL)
  paymentLinkInternalUrl: string;

  @Env({ name: 'DISPUTE_URL', description: 'Public port of dispute.' })
  @IsUrl(HTTP_URL)
  disputeUrl: string;

  @Env({ name: 'DISPUTE_INTERNAL_URL', description: 'Internal port of dispute.' })
  @IsUrl(HTTP_URL)
  disputeInternalUrl: string;

  @Env({ name: 'WEBHOOK_DISPATCH_URL', description: 'Public port of webhook-dispatch.' })
  @IsUrl(HTTP_URL)
  webhookDispatchUrl: string;

  @Env({ name: 'WEBHOOK_DISPATCH_INTERNAL_URL', description: 'Internal port of webhook-dispatch.' })
  @IsUrl(HTTP_URL)
  webhookDispatchInternalUrl: string;
}

function ListOf(meaning: string, fits: (entry: string) => boolean): PropertyDecorator {
  const validate = (entry: unknown) => typeof entry === 'string' && fits(entry);
  return ValidateBy(
    { name: 'listOf', validator: { validate } },
    { each: true, message: `$property must list ${meaning}` },
  );
}

/** Nothing but scheme, host and port: it becomes a part of the pages' security policy. */
function isOrigin(entry: string): boolean {
  if (!URL.canParse(entry)) return false;
  const { origin, protocol } = new URL(entry);
  return origin === entry && (protocol === 'https:' || protocol === 'http:');
}

/** Where callers reach the API, and end-users the hosted pages. */
export interface Origins {
  readonly api: URL;
  readonly pages: URL;
}

export function originsOf({ publicApiUrl, publicPagesUrl }: GatewayConfig): Origins {
  return { api: new URL(publicApiUrl), pages: new URL(publicPagesUrl) };
}

/** URLs of the services for forwarded operations. */
export function publicUrls(config: GatewayConfig): Partial<Record<ServiceName, string>> {
  return {
    'account-data': config.accountDataUrl,
    mandate: config.mandateUrl,
    'payment-link': config.paymentLinkUrl,
    dispute: config.disputeUrl,
    'webhook-dispatch': config.webhookDispatchUrl,
  };
}

/** URLs of the services for internal calls. */
export function internalUrls(config: GatewayConfig): Partial<Record<OperationOwner, string>> {
  return {
    'account-data': config.accountDataInternalUrl,
    mandate: config.mandateInternalUrl,
    'payment-link': config.paymentLinkInternalUrl,
    dispute: config.disputeInternalUrl,
    'webhook-dispatch': config.webhookDispatchInternalUrl,
    ...(config.sandboxInternalUrl ? { sandbox: config.sandboxInternalUrl } : {}),
  };
}
