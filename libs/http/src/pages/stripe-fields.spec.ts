import { STRIPE_FIELDS } from './stripe-fields.js';

it('the card fields of Stripe load from hosts of Stripe alone, by https', () => {
  const { scripts, frames, calls } = STRIPE_FIELDS;
  for (const source of [...scripts, ...frames, ...calls]) {
    expect(source).toMatch(/^https:\/\/(\*\.)?[a-z.]*stripe\.com$/);
  }
});
