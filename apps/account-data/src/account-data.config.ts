import { SecretVariable, UrlVariable, ServiceConfig } from '@towpath/config';

export class AccountDataConfig extends ServiceConfig {
  @UrlVariable('Base address of the public operations: links to files.', {
    example: 'http://127.0.0.1:8080',
  })
  publicApiUrl: string;
  @UrlVariable('Base address of the hosted pages: link URLs, and the ways to banks and back.', {
    example: 'http://127.0.0.1:8080',
  })
  publicPagesUrl: string;
  @UrlVariable('Simulated institutions as this service reaches them; test apps only.', {
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  sandboxUrl?: string;
  @UrlVariable("Simulated institutions as the end-user's browser reaches them.", {
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  sandboxPublicUrl?: string;
  @SecretVariable('Shared with the simulated institutions: authorizes us.', { optional: true })
  sandboxGatewaySecret?: string;
}
