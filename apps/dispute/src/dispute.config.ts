import { SecretVariable, StripeConfig, UrlVariable } from '@towpath/config';

export class DisputeConfig extends StripeConfig {
  @UrlVariable('Internal port of payment-link.') paymentLinkInternalUrl: string;
  @UrlVariable('Simulated card processors as this service reaches them; test apps only.', {
    example: 'http://127.0.0.1:8087',
    optional: true,
  })
  sandboxUrl?: string;
  @SecretVariable(
    'Shared with the simulated processors: authorizes us, signs their notifications.',
    { optional: true },
  )
  sandboxGatewaySecret?: string;
  @SecretVariable(
    'The secret before it: notifications signed with it are taken during a rotation.',
    { optional: true },
  )
  sandboxGatewayPreviousSecret?: string;
}
