import type { Capability } from './connected-gateway.fixture.js';

/** What the suite asks that no account at Stripe can be made to do. */
export const STRIPE_LACKS = {
  away: 'nobody can switch Stripe off; a spec of the connector asks it where nobody answers',
  browser: 'Stripe does not report the browser',
  'card-details': 'a test card is not of the country that the suite expects',
  clock: 'cards at Stripe expire in real time',
  'failing-captures': 'no test card lets a capture fail',
  'last-thousandth': 'the last digit of three must be 0 at Stripe',
  'lost-answers': 'no test card loses an answer',
  'lost-captures': 'no test card takes a capture back',
  wallet: 'wallets are not offered at Stripe',
} satisfies Partial<Record<Capability, string>>;

/** Wants a challenge each time, also after it was stored. */
export const ALWAYS_CHALLENGED = '4000002760003184';
