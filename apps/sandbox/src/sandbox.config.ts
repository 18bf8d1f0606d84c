import {
  ChoiceVariable,
  ListVariable,
  PortVariable,
  PostgresVariable,
  SecretVariable,
  UrlVariable,
  Variable,
  LOG_LEVELS,
  type LogLevel,
} from '@towpath/config';

const ORIGIN = /^https?:\/\/[^/\s]+$/;

/** Environment variables of the sandbox, which needs neither Kafka nor key files. */
export class SandboxConfig {
  @Variable('Address that both ports listen on.', { default: '127.0.0.1' }) host: string;
  @PortVariable('Port of the gateway APIs and of the pages for cardholders.', { example: '8090' })
  port: number;
  @PortVariable('Port on which the clock of an app is pushed; never public.', { example: '9090' })
  internalPort: number;
  @PostgresVariable('PostgreSQL as the role `sandbox_app`.', {
    example: 'postgres://sandbox_app:password@127.0.0.1:5432/sandbox',
  })
  databaseUrl: string;
  @UrlVariable('Where browsers reach PORT; the origin of the card fields and challenge pages.', {
    name: 'SANDBOX_PUBLIC_URL',
    example: 'http://127.0.0.1:8090',
  })
  publicUrl: string;
  @SecretVariable('Secret shared with the merchant: opens the API and signs call-backs.', {
    name: 'SANDBOX_GATEWAY_SECRET',
  })
  gatewaySecret: string;
  @ListVariable(
    'Origins of the pages that may embed the card fields, joined by commas; that of ' +
      'PUBLIC_PAGES_URL may always.',
    {
      of: 'origins without a path',
      fits: (entry) => ORIGIN.test(entry),
      example: 'http://127.0.0.1:8080,http://localhost:8080',
      default: [],
    },
  )
  allowedPageOrigins: string[];
  @UrlVariable('Where the hosted payment pages are, which embed the card fields.', {
    example: 'http://127.0.0.1:8080',
    optional: true,
  })
  publicPagesUrl?: string;
  @UrlVariable(
    'Internal port of the API gateway, whose public keys check who pushes a clock; without it ' +
      'everyone who reaches INTERNAL_PORT may.',
    { example: 'http://127.0.0.1:9080', optional: true },
  )
  gatewayInternalUrl?: string;
  @ChoiceVariable('Lowest level that is logged.', LOG_LEVELS, { default: 'info' })
  logLevel: LogLevel;
}

/** Every origin that may embed the card fields and hear from them. */
export function pageOriginsOf(config: SandboxConfig): ReadonlySet<string> {
  const { allowedPageOrigins, publicPagesUrl } = config;
  return new Set([
    ...allowedPageOrigins,
    ...(publicPagesUrl ? [new URL(publicPagesUrl).origin] : []),
  ]);
}
