import { defineTable, integer, json, text, time } from '@towpath/persistence';
import type { Body, StripeSettings } from '../books/stripe-objects.js';

/** The first answer to each idempotency key. */
export const stripeRequests = defineTable(
  'stripe_requests',
  {
    books: text(),
    idempotencyKey: text(),
    requestId: text(),
    requestHash: text(),
    status: integer(),
    answer: json<Body>(),
    createdAt: time(),
  },
  { key: ['books', 'idempotencyKey'] },
);

export const stripeSettings = defineTable(
  'stripe_settings',
  { books: text(), settings: json<Partial<StripeSettings>>() },
  { key: ['books'] },
);
