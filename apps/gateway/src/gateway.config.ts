import { ConfigError, IntegerVariable, ListVariable, UrlVariable, Variable } from '@towpath/config';
import type { OperationOwner, ServiceName } from '@towpath/contracts';
import ipaddr from 'ipaddr.js';
import { ConsoleConfig } from './console-sessions/console.config.js';

/** The variables of the gateway; each declaration describes its variable. */
export class GatewayConfig extends ConsoleConfig {
  @UrlVariable('Base URL under which callers reach the API; the issuer of tokens.', {
    example: 'https://api.example.com',
  })
  publicApiUrl: string;
  @UrlVariable('Base URL under which end-users reach the hosted pages.', {
    example: 'https://pay.example.com',
  })
  publicPagesUrl: string;
  @UrlVariable(
    'Base URL of the card fields that we serve, on an origin of their own; none if unset.',
    {
      example: 'https://fields.example.com',
      optional: true,
    },
  )
  publicFieldsUrl?: string;
  @ListVariable('CIDR ranges whose X-Forwarded-For is believed; none when empty.', {
    of: 'CIDR ranges such as 10.0.0.0/8',
    fits: (entry) => ipaddr.isValidCIDR(entry),
    default: [],
  })
  trustedProxies: string[];
  @IntegerVariable('Requests per second of one customer app to this replica.', {
    min: 1,
    max: 1_000_000,
    default: 5000,
  })
  rateLimitPerSecond: number;
  @IntegerVariable(
    'Requests per second of one address to operations without a token, per replica.',
    { min: 1, max: 1_000_000, default: 1000 },
  )
  publicRateLimitPerSecond: number;
  @Variable('Folder of the built hosted pages.', { default: 'apps/hosted-ui/dist' })
  hostedUiDir: string;
  @Variable('Folder of the built console.', { default: 'apps/console/dist' })
  consoleDir: string;
  @Variable('Folder of the built guides and API reference.', { default: 'apps/guides/dist' })
  guidesDir: string;
  @Variable('The OpenAPI document served at /openapi.json and /docs.', {
    name: 'OPENAPI_FILE',
    default: 'docs/generated/openapi/openapi.json',
  })
  openApiFile: string;
  @Variable('Text file with commands to try, for the first screen; there are none if unset.', {
    optional: true,
  })
  tourFile?: string;
  @ListVariable('Origins of the card gateways whose fields the payment page may frame.', {
    of: 'origins such as https://fields.example.com',
    fits: isOrigin,
    default: [],
  })
  cardFieldsOrigins: string[];
  @UrlVariable('Internal port of the sandbox, which follows the clocks of test apps.', {
    example: 'http://127.0.0.1:9086',
    optional: true,
  })
  sandboxInternalUrl?: string;
  @UrlVariable('Public port of account-data.') accountDataUrl: string;
  @UrlVariable('Internal port of account-data.') accountDataInternalUrl: string;
  @UrlVariable('Public port of mandate.') mandateUrl: string;
  @UrlVariable('Internal port of mandate.') mandateInternalUrl: string;
  @UrlVariable('Public port of payment-link.') paymentLinkUrl: string;
  @UrlVariable('Internal port of payment-link.') paymentLinkInternalUrl: string;
  @UrlVariable('Public port of dispute.') disputeUrl: string;
  @UrlVariable('Internal port of dispute.') disputeInternalUrl: string;
  @UrlVariable('Public port of webhook-dispatch.') webhookDispatchUrl: string;
  @UrlVariable('Internal port of webhook-dispatch.') webhookDispatchInternalUrl: string;
}

/** Nothing but scheme, host and port: it becomes a part of the pages' security policy. */
function isOrigin(entry: string): boolean {
  if (!URL.canParse(entry)) return false;
  const { origin, protocol } = new URL(entry);
  return origin === entry && (protocol === 'https:' || protocol === 'http:');
}

/** Where callers reach the API, and end-users the hosted pages and the card fields inside them. */
export interface Origins {
  readonly api: URL;
  readonly pages: URL;
  /** Null: we serve no card fields. */
  readonly fields: URL | null;
  /** Null: there is no console. */
  readonly console: URL | null;
}

/**
 * Throws `ConfigError` if the card fields share their host with the pages or the API: the script of
 * a processor would then have their origin. Nothing shares its host with the console.
 */
export function originsOf({
  publicApiUrl,
  publicPagesUrl,
  publicFieldsUrl,
  publicConsoleUrl,
}: Pick<
  GatewayConfig,
  'publicApiUrl' | 'publicPagesUrl' | 'publicFieldsUrl' | 'publicConsoleUrl'
>): Origins {
  const api = new URL(publicApiUrl);
  const pages = new URL(publicPagesUrl);
  const fields = publicFieldsUrl === undefined ? null : new URL(publicFieldsUrl);
  if (fields && [api.host, pages.host].includes(fields.host)) {
    throw new ConfigError([
      'PUBLIC_FIELDS_URL must have another host or port than PUBLIC_API_URL and PUBLIC_PAGES_URL.',
    ]);
  }
  const console = publicConsoleUrl === undefined ? null : new URL(publicConsoleUrl);
  if (console && [api.host, pages.host, fields?.host].includes(console.host)) {
    throw new ConfigError([
      'PUBLIC_CONSOLE_URL must have another host or port than PUBLIC_API_URL, PUBLIC_PAGES_URL ' +
        'and PUBLIC_FIELDS_URL.',
    ]);
  }
  return { api, pages, fields, console };
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
