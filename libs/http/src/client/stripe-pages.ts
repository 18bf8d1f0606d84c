import type Stripe from 'stripe';
import type { StripeAccount } from './stripe-client.js';

/** The cursor of a list of Stripe's. */
interface StripePage {
  readonly limit: number;
  readonly starting_after?: string;
}

const PAGE_SIZE = 100;

/** Newest first. */
export async function* stripePages<T extends { readonly id: string }>(
  account: StripeAccount,
  list: (
    stripe: Stripe,
    page: StripePage,
    options: Stripe.RequestOptions,
  ) => Promise<Stripe.ApiList<T>>,
): AsyncIterable<T[]> {
  let after: string | undefined;
  do {
    const page = { limit: PAGE_SIZE, ...(after === undefined ? {} : { starting_after: after }) };
    const { data, has_more: more } = await account
      .again()
      .ask((stripe, options) => list(stripe, page, options));
    yield data;
    after = more ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
}
