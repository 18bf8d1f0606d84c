import type { BookSum, HeldSums } from '@towpath/kernel';

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
