import { ServiceConfig } from './service.config.js';
import { ListVariable, UrlVariable, Variable } from './variables.js';

const isSecret = (entry: string) => entry.startsWith('whsec_');
const WEBHOOK_SECRETS = {
  of: 'secrets that begin with whsec_',
  fits: isSecret,
  example: 'whsec_example',
};
const TEST = { optional: true, secret: true, group: 'stripe test' } as const;
const LIVE = { optional: true, secret: true, group: 'stripe live' } as const;

/** The account of a deployment at Stripe, for each type of apps that has no own account. */
export class StripeConfig extends ServiceConfig {
  @UrlVariable(
    'Base address of the interface of Stripe; another one only for tests against a double.',
    {
      default: 'https://api.stripe.com',
    },
  )
  stripeApiUrl: string;
  @Variable('Secret or restricted key of test mode at Stripe, for test apps.', TEST)
  stripeTestSecretKey?: string;
  @Variable('Publishable key that belongs to `STRIPE_TEST_SECRET_KEY`.', TEST)
  stripeTestPublishableKey?: string;
  @ListVariable(
    'Secrets of its webhook endpoints in test mode, joined by commas; in a rotation old ones too.',
    { ...WEBHOOK_SECRETS, ...TEST },
  )
  stripeTestWebhookSecrets?: string[];
  @Variable('Secret or restricted key of live mode at Stripe, for live apps.', LIVE)
  stripeLiveSecretKey?: string;
  @Variable('Publishable key that belongs to `STRIPE_LIVE_SECRET_KEY`.', LIVE)
  stripeLivePublishableKey?: string;
  @ListVariable(
    'Secrets of its webhook endpoints in live mode, joined by commas; in a rotation old ones too.',
    { ...WEBHOOK_SECRETS, ...LIVE },
  )
  stripeLiveWebhookSecrets?: string[];
}
