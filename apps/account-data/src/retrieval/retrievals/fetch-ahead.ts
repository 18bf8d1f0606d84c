import { awaitedLater } from '@towpath/kernel';

/**
 * Returns the same items, and fetches the next one while one is handled. A failed fetch is reported
 * in its turn, after the items before it.
 */
export async function* fetchAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = items[Symbol.asyncIterator]();
  let coming = iterator.next();
  try {
    for (;;) {
      const { value, done } = await coming;
      if (done) return;
      coming = awaitedLater(iterator.next());
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
