import {
  IntegerVariable,
  SecretVariable,
  StripeConfig,
  UrlVariable,
  Variable,
} from '@towpath/config';
import { isCurrency } from '@towpath/kernel';
import { ValidateBy } from 'class-validator';

const LONGEST_VALIDITY_DAYS = 365;

/** `HKD=1000000`, or `*` for all other currencies. Minor units. */
const LIMIT = /^(\*|[A-Z]{3})=(\d{1,15})$/;

function limitsOf(entries: readonly string[]): ReadonlyMap<string, number> | undefined {
  const limits = new Map<string, number>();
  for (const entry of entries) {
    const [, currency = '', most] = LIMIT.exec(entry) ?? [];
    if ((currency !== '*' && !isCurrency(currency)) || limits.has(currency)) return undefined;
    limits.set(currency, Number(most));
  }
  return limits.has('*') ? limits : undefined;
}

const areLimits = ValidateBy(
  {
    name: 'limits',
    validator: { validate: (entries: string[]) => limitsOf(entries) !== undefined },
  },
  { message: '$property must have one limit for each currency, and one for *' },
);

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
  @Variable(
    'What one operator may move alone in 24 hours: minor units by currency, `*` for all others.',
    { default: ['*=1000000'], example: '*=1000000,HKD=1000000,JPY=100000' },
    areLimits,
  )
  operatorAloneLimits: string[];

  /** Minor units that one operator may move alone in 24 hours. */
  operatorAloneUpTo(currency: string): number {
    const limits = limitsOf(this.operatorAloneLimits);
    return limits?.get(currency) ?? limits?.get('*') ?? 0;
  }
}
