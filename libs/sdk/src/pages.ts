/** As much of a page as reading on needs. */
interface Page {
  readonly next_cursor?: string;
}

/** What each list lists: a page may have other arrays too, such as the accounts of transactions. */
export const LIST_MEMBERS = [
  'bills',
  'disputes',
  'mandates',
  'payment_accounts',
  'payments',
  'payouts',
  'refunds',
  'transactions',
  'webhook_endpoints',
  'webhook_events',
] as const;
type ListMember = (typeof LIST_MEMBERS)[number];

type EntryOf<List> = List extends readonly (infer Entry)[] ? Entry : never;
type ItemOf<P> = EntryOf<P[keyof P & ListMember]>;

/** Spread it into the query of a list: it continues where the page before ended. */
export interface After {
  readonly after?: string;
}

/**
 * Every entry of a list, page by page, while you read:
 * `for await (const payment of each((after) => towpath.listPayments({ query: { ...after } })))`.
 */
export async function* each<P extends Page>(
  list: (after: After) => Promise<P>,
): AsyncGenerator<ItemOf<P>, void, undefined> {
  let after: After = {};
  for (;;) {
    const page = await list(after);
    const names: readonly string[] = LIST_MEMBERS;
    yield* Object.entries(page).find(([name]) => names.includes(name))?.[1] ?? [];
    if (page.next_cursor === undefined) return;
    after = { after: page.next_cursor };
  }
}
