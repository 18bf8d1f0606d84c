import { bigint, defineTable, identity, json, text, type RowOf } from '@towpath/persistence';
import type { AnyObject, Body, Kind } from './stripe-objects.js';

/** Every object of an account in one mode. `hidden` is what its readers do not see. */
export const stripeObjects = defineTable(
  'stripe_objects',
  {
    books: text(),
    id: text(),
    kind: text<Kind>(),
    /** Seconds on the clock of the books, as in the body. */
    created: bigint(),
    position: identity(),
    body: json<AnyObject>(),
    hidden: json<Body>(),
  },
  {
    key: ['books', 'id'],
    indexes: { stripe_objects_newest: ['books', 'kind', 'created'] },
  },
);

export type StripeObjectRow = RowOf<typeof stripeObjects>;
