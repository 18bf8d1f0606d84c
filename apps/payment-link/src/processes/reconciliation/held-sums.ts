import type { BookSum, HeldSums } from '@towpath/reconciliation/books';

/** @param places the sums in each of the places that must have one */
export function held(places: readonly (readonly (BookSum & { readonly at: Date })[])[]): HeldSums {
  const all = places.flat();
  const [first] = all.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime());
  return {
    sums: all.map(({ amount, currency }) => ({ amount, currency })),
    complete: places.every((place) => place.length > 0),
    since: first ?? null,
  };
}

type Movement = BookSum & { readonly at: Date };

/** The movements of a payment that may have several; the ledger must contain each. */
export function heldParts(rows: readonly Movement[], ledger: readonly Movement[]): HeldSums {
  const total = (list: readonly Movement[]) => list.reduce((sum, { amount }) => sum + amount, 0);
  const both = held([rows, ledger]);
  const parts = rows.map(({ amount, currency, at }) => ({ amount, currency, at }));
  return { ...both, complete: both.complete && total(rows) === total(ledger), parts };
}
