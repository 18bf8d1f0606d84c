import { ConfigError, type StripeConfig } from '@towpath/config';
import type { AppType } from '@towpath/contracts';
import { keyMistake, type DeploymentAccount, type KeyForm } from './gateway-credentials.js';

/** The connector's name. */
export const STRIPE = 'stripe';

/** Secret or restricted keys; their prefix says whether they are test or live ones. */
export const stripeKeyForm: KeyForm = {
  connector: STRIPE,
  secretKey: /^(?:sk|rk)_(?<mode>live|test)_\w+$/,
  publishableKey: /^pk_(?<mode>live|test)_\w+$/,
  webhookSecret: /^whsec_[\w+/=-]+$/,
};

type StripeKeys = Pick<
  StripeConfig,
  | 'stripeTestSecretKey'
  | 'stripeTestPublishableKey'
  | 'stripeTestWebhookSecrets'
  | 'stripeLiveSecretKey'
  | 'stripeLivePublishableKey'
  | 'stripeLiveWebhookSecrets'
>;

/**
 * The accounts that the environment names, for test and for live apps. Throws one `ConfigError` for
 * all keys of the wrong kind; it contains no key.
 */
export function stripeAccounts(config: StripeKeys): DeploymentAccount[] {
  const accounts = [
    accountOf('TEST', {
      secretKey: config.stripeTestSecretKey,
      publishableKey: config.stripeTestPublishableKey,
      webhookSecrets: config.stripeTestWebhookSecrets,
    }),
    accountOf('LIVE', {
      secretKey: config.stripeLiveSecretKey,
      publishableKey: config.stripeLivePublishableKey,
      webhookSecrets: config.stripeLiveWebhookSecrets,
    }),
  ].filter((account) => account !== null);
  const mistakes = accounts.flatMap((account) => {
    const mistake = keyMistake(stripeKeyForm, account.appType, account);
    return mistake === null ? [] : [`STRIPE_${account.appType}_…: ${mistake}`];
  });
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return accounts;
}

interface GivenKeys {
  readonly secretKey: string | undefined;
  readonly publishableKey: string | undefined;
  readonly webhookSecrets: readonly string[] | undefined;
}

/** The variables of one account are set together, or none: see the configuration. */
function accountOf(appType: AppType, given: GivenKeys): DeploymentAccount | null {
  const { secretKey, publishableKey, webhookSecrets } = given;
  if (secretKey === undefined || publishableKey === undefined || !webhookSecrets) return null;
  return { connector: STRIPE, appType, secretKey, publishableKey, webhookSecrets };
}
