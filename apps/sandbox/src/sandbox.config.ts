import { Env, LOG_LEVELS, type LogLevel } from '@towpath/config';
import { IsIn, IsInt, IsString, IsUrl, Matches, Max, Min, MinLength } from 'class-validator';

const POSTGRES_URL = /^postgres(ql)?:\/\/.+/;
const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const ORIGIN = /^https?:\/\/[^/\s]+$/;

/** Environment variables of the sandbox, which needs neither Kafka nor key files. */
export class SandboxConfig {
  @Env({ name: 'HOST', description: 'Address that both ports listen on.', default: '127.0.0.1' })
  @IsString()
  host: string;

  @Env({
    name: 'PORT',
    description: 'Port of the gateway APIs and of the pages for cardholders.',
    example: '8090',
  })
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number;

  @Env({
    name: 'INTERNAL_PORT',
    description: 'Port on which the clock of an app is pushed; never public.',
    example: '9090',
  })
  @IsInt()
  @Min(0)
  @Max(65_535)
  internalPort: number;

  @Env({
    name: 'DATABASE_URL',
    description: 'PostgreSQL as the role `sandbox_app`.',
    example: 'postgres://sandbox_app:password@127.0.0.1:5432/sandbox',
    secret: true,
  })
  @Matches(POSTGRES_URL, { message: '$property must be a postgres:// URL' })
  databaseUrl: string;

  @Env({
    name: 'SANDBOX_PUBLIC_URL',
    description: 'Where browsers reach PORT; the origin of the card fields and challenge pages.',
    example: 'http://127.0.0.1:8090',
  })
  @IsUrl(HTTP_URL)
  publicUrl: string;

  @Env({
    name: 'SANDBOX_GATEWAY_SECRET',
    description: 'Secret shared with the merchant: opens the API and signs call-backs.',
    secret: true,
  })
  @MinLength(32)
  gatewaySecret: string;

  @Env({
    name: 'ALLOWED_PAGE_ORIGINS',
    description:
      'Origins of the pages that may embed the card fields, joined by commas; that of ' +
      'PUBLIC_PAGES_URL may always.',
    example: 'http://127.0.0.1:8080,http://localhost:8080',
    default: [],
  })
  @Matches(ORIGIN, { each: true, message: '$property must list origins without a path' })
  allowedPageOrigins: string[];

  @Env({
    name: 'PUBLIC_PAGES_URL',
    description: 'Where the hosted payment pages are, which embed the card fields.',
    example: 'http://127.0.0.1:8080',
    optional: true,
  })
  @IsUrl(HTTP_URL)
  publicPagesUrl?: string;

  @Env({
    name: 'GATEWAY_INTERNAL_URL',
    description:
      'Internal port of the API gateway, whose public keys check who pushes a clock; without it ' +
      'everyone who reaches INTERNAL_PORT may.',
    example: 'http://127.0.0.1:9080',
    optional: true,
  })
  @IsUrl(HTTP_URL)
  gatewayInternalUrl?: string;

  @Env({ name: 'LOG_LEVEL', description: 'Lowest level that is logged.', default: 'info' })
  @IsIn(LOG_LEVELS)
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
