import { Env, ServiceConfig } from '@towpath/config';
import { IsUrl, MinLength } from 'class-validator';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class AccountDataConfig extends ServiceConfig {
  @Env({
    name: 'PUBLIC_API_URL',
    description: 'Base address of the public operations: links to files.',
    example: 'http://127.0.0.1:8080',
  })
  @IsUrl(HTTP_URL)
  publicApiUrl: string;

  @Env({
    name: 'PUBLIC_PAGES_URL',
    description: 'Base address of the hosted pages: link URLs, and the ways to banks and back.',
    example: 'http://127.0.0.1:8080',
  })
  @IsUrl(HTTP_URL)
  publicPagesUrl: string;

  @Env({
    name: 'SANDBOX_URL',
    description: 'Simulated institutions as this service reaches them; test apps only.',
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  @IsUrl(HTTP_URL)
  sandboxUrl?: string;

  @Env({
    name: 'SANDBOX_PUBLIC_URL',
    description: "Simulated institutions as the end-user's browser reaches them.",
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  @IsUrl(HTTP_URL)
  sandboxPublicUrl?: string;

  @Env({
    name: 'SANDBOX_GATEWAY_SECRET',
    description: 'Shared with the simulated institutions: authorizes us.',
    secret: true,
    optional: true,
  })
  @MinLength(32)
  sandboxGatewaySecret?: string;
}
