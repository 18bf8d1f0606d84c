import { awaitedLater } from '@towpath/kernel';

/** Browser tabs at one time: while one waits for a poll, the others draw. */
const AT_ONCE = 4;

/**
 * Does the work of a test's item, and begins that of the items after it. Most of a visit is waiting,
 * so a file that has many visits takes a fraction of the time.
 */
export function ahead<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const begun = new Map<Item, Promise<Result>>();
  const begin = (item: Item): Promise<Result> => {
    const known = begun.get(item) ?? awaitedLater(work(item));
    begun.set(item, known);
    return known;
  };
  return (item) => {
    const first = begin(item);
    const place = items.indexOf(item);
    for (const next of items.slice(place + 1, place + AT_ONCE)) void begin(next);
    return first;
  };
}
