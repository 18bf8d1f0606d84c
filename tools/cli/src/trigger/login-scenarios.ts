import { until } from '../until.js';
import { unreachable, type Plan, type Scenario } from './scenario.js';
import type { TestShop } from './test-shop.js';

const PRODUCTS = [
  'ACCOUNT_NUMBERS',
  'ACCOUNTS',
  'ONLINE_TRANSACTIONS',
  'HISTORICAL_TRANSACTIONS',
  'IDENTITY',
  'BALANCE_HISTORY',
  'INCOME_ESTIMATION',
  'STATEMENTS',
  'CARD_DETAILS',
  'PAYMENTS',
] as const;
const OUTCOMES = [
  'RETRIEVED',
  'PARTIALLY_RETRIEVED',
  'RETRIEVAL_FAILED',
  'NOT_FOUND',
  'NOT_SUPPORTED',
  'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
] as const;
type Product = (typeof PRODUCTS)[number];
type Outcome = (typeof OUTCOMES)[number];

/** Consent at the test bank ends after 180 days. */
const AFTER_CONSENT_DAYS = 181;

/** The user of the test bank with whom a product ends so. */
function userOf(product: Product, outcome: Outcome): string | undefined {
  if (outcome === 'RETRIEVED') return 'usergood';
  if (outcome === 'NOT_FOUND' && product !== 'IDENTITY') return 'user_empty';
  const ofPartial = { STATEMENTS: 'RETRIEVAL_FAILED', IDENTITY: 'PARTIALLY_RETRIEVED' } as const;
  const isPartial =
    product in ofPartial && ofPartial[product as keyof typeof ofPartial] === outcome;
  return isPartial ? 'user_partial' : undefined;
}

function productPlan(product: Product, outcome: Outcome): Plan {
  const user = userOf(product, outcome);
  if (!user) return unreachable('no user of the test bank has this outcome');
  // It is computed from transactions.
  const isComputed = product === 'INCOME_ESTIMATION' && outcome === 'RETRIEVED';
  return logsIn(user, isComputed ? ['TRANSACTIONS', product] : [product]);
}

/** By name, such as `ACCOUNTS_RETRIEVED`. */
const PRODUCT_PLANS = Object.fromEntries(
  PRODUCTS.flatMap((product) =>
    OUTCOMES.map((outcome) => [`${product}_${outcome}`, productPlan(product, outcome)]),
  ),
) as Record<`${Product}_${Outcome}`, Plan>;

export const LOGIN_PLANS = {
  ...PRODUCT_PLANS,
  AUTHENTICATED: logsIn('usergood'),
  AUTHENTICATION_FAILED: logsIn('nobody'),
  AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION: logsIn('user_down'),
  AUTHENTICATION_TOO_MANY_ATTEMPTS: logsIn('user_locked'),
  AUTHENTICATION_INITIALIZED: logsIn('usergood'),
  AUTHENTICATION_OTP_ENTERED: {
    does: 'user_otp logs in at the test bank and enters the code',
    run: entersCode,
  },
  DATA_RETRIEVAL_COMPLETE: logsIn('usergood'),
  RETRIEVE_DATA_FAILED: logsIn('user_partial', ['STATEMENTS']),
  LOGIN_IDENTITY_UNLINKED: { does: 'deletes a linked login', run: unlinks },
  LOGIN_IDENTITY_PERMISSION_EXPIRED: {
    does: 'waits for the end of the consent to a login',
    advancesDays: AFTER_CONSENT_DAYS,
    run: async (shop: TestShop) => {
      const loginIdentityId = await shop.linkedLogin();
      await shop.advance(AFTER_CONSENT_DAYS);
      return loginIdentityId;
    },
  },
} as const;

function logsIn(user: string, products: readonly string[] = ['ACCOUNTS']): Scenario {
  return {
    does: `${user} logs in at the test bank for ${products.join(', ')}`,
    run: (shop) => shop.login(user, products),
  };
}

async function entersCode(shop: TestShop): Promise<string> {
  const loginIdentityId = await shop.login('user_otp', ['ACCOUNTS']);
  const path = { loginIdentityId };
  const { action_id } = await until('The question for the code', async () => {
    return (await shop.towpath.linkStatus({ path })).action;
  });
  const encrypted_credentials = await shop.sealed({ otp: '123456' });
  await shop.towpath.linkAction({ path, body: { action_id, encrypted_credentials } });
  return loginIdentityId;
}

async function unlinks(shop: TestShop): Promise<string> {
  const loginIdentityId = await shop.linkedLogin();
  const { success } = await shop.towpath.linkStatus({ path: { loginIdentityId } });
  await shop.towpath.withToken(success?.access_token ?? '').deleteLoginIdentity();
  return loginIdentityId;
}
