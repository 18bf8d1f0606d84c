import type { FieldsPage } from './page-headers.js';

const SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/**
 * The sources that Stripe's guide for a content policy names. Its script is never copied, and it
 * sets styles on the frames that it inserts.
 */
export const STRIPE_FIELDS: FieldsPage = {
  name: 'stripe',
  file: 'stripe-fields.html',
  scripts: SCRIPTS,
  frames: [...SCRIPTS, 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  setsStyles: true,
};
