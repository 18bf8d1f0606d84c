/** As much of a page as reading on needs. */
interface Page {
  readonly next_cursor?: string;
}

type ItemOf<P> = { [M in keyof P]: P[M] extends readonly (infer Item)[] ? Item : never }[keyof P];

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
): AsyncGenerator<NonNullable<ItemOf<P>>, void, undefined> {
  let after: After = {};
  for (;;) {
    const page = await list(after);
    yield* Object.values(page).find((member) => Array.isArray(member)) ?? [];
    if (page.next_cursor === undefined) return;
    after = { after: page.next_cursor };
  }
}
