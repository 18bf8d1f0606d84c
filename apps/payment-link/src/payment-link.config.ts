import { IntegerVariable, SecretVariable, StripeConfig, UrlVariable } from '@towpath/config';

const LONGEST_VALIDITY_DAYS = 365;

export class PaymentLinkConfig extends StripeConfig {
  @UrlVariable('Internal port of account-data.') accountDataInternalUrl: string;
  @UrlVariable('Internal port of mandate.') mandateInternalUrl: string;
  @UrlVariable('Base address of the public operations: card gateways send call-backs there.', {
    example: 'http://127.0.0.1:8080',
  })
  publicApiUrl: string;
  @UrlVariable('Base address of the hosted pages: payment-link URLs start with it.', {
    example: 'http://127.0.0.1:8080',
  })
  publicPagesUrl: string;
  @UrlVariable('Base address of the card fields that we serve, on an origin of their own.', {
    example: 'http://fields.localhost:8080',
    optional: true,
  })
  publicFieldsUrl?: string;
  @UrlVariable('Simulated card gateway as this service reaches it; test apps only.', {
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  sandboxUrl?: string;
  @UrlVariable("Simulated card gateway as the payer's browser reaches it.", {
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  sandboxPublicUrl?: string;
  @SecretVariable('Shared with the simulated card gateway: authorizes us, signs its call-backs.', {
    optional: true,
  })
  sandboxGatewaySecret?: string;
  @SecretVariable('The secret before it: call-backs signed with it are taken during a rotation.', {
    optional: true,
  })
  sandboxGatewayPreviousSecret?: string;
  @IntegerVariable('Days after which an unpaid payment link expires.', {
    min: 1,
    max: LONGEST_VALIDITY_DAYS,
    default: 30,
  })
  paymentLinkValidityDays: number;
}
