/**
 * The same promise, for a caller that awaits it later. Until then its failure does not count as
 * unhandled, which would end the process. The code that awaits the promise still gets the failure.
 */
export function awaitedLater<P extends Promise<unknown>>(promise: P): P {
  promise.catch(() => undefined);
  return promise;
}
