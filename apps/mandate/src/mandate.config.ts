import { SecretVariable, UrlVariable, ServiceConfig } from '@towpath/config';

export class MandateConfig extends ServiceConfig {
  @UrlVariable('Internal port of payment-link.') paymentLinkInternalUrl: string;
  @UrlVariable('Internal port of account-data.') accountDataInternalUrl: string;
  @UrlVariable('Base address of the public operations: the key set of checklists.', {
    example: 'http://127.0.0.1:8080',
  })
  publicApiUrl: string;
  @UrlVariable('Base address of the hosted pages: mandate links, and the ways to banks and back.', {
    example: 'http://127.0.0.1:8080',
  })
  publicPagesUrl: string;
  @UrlVariable('Base address that direct debit banks call back; PUBLIC_API_URL when absent.', {
    example: 'http://127.0.0.1:8080',
    optional: true,
  })
  bankCallbackUrl?: string;
  @UrlVariable('Simulated banks as this service reaches them; test apps only.', {
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  sandboxUrl?: string;
  @UrlVariable("Simulated banks as the payer's browser reaches them.", {
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  sandboxPublicUrl?: string;
  @SecretVariable('Shared with the simulated banks: authorizes us, signs their call-backs.', {
    optional: true,
  })
  sandboxGatewaySecret?: string;
  @SecretVariable('The secret before it: call-backs signed with it are taken during a rotation.', {
    optional: true,
  })
  sandboxGatewayPreviousSecret?: string;
}
