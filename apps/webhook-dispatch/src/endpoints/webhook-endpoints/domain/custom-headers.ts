import { DomainError } from '@towpath/kernel';

export type CustomHeaders = Readonly<Record<string, string>>;

/** Shown in place of a value, which may be a credential of the receiver. */
export const HEADER_MASK = '********';

/** The stored values stand in for masked ones. Throws `INVALID_REQUEST` where none is stored. */
export function unmasked(asked: CustomHeaders, stored: CustomHeaders): CustomHeaders {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const valueOf = ([name, value]: readonly [string, string]): string => {
    if (value !== HEADER_MASK) return value;
    const kept = known.get(name.toLowerCase());
    if (kept !== undefined) return kept;
    const explanation = `headers must give ${name} a value: ${HEADER_MASK} keeps one that is stored.`;
    throw new DomainError('INVALID_REQUEST', explanation);
  };
  return Object.fromEntries(Object.entries(asked).map((header) => [header[0], valueOf(header)]));
}

/** @param set headers of the request that is answered: only it gets the values back */
export function masked(headers: CustomHeaders, set: CustomHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Object.hasOwn(set, name) && set[name] === value ? value : HEADER_MASK,
    ]),
  );
}
