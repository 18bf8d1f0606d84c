const logged = new WeakSet<Error>();

/** All that is known of the error is logged. Returns it. */
export function markLogged<E extends Error>(error: E): E {
  logged.add(error);
  return error;
}

/** So that it does not stand in the log twice. */
export function isLogged(error: unknown): boolean {
  return error instanceof Error && logged.has(error);
}
