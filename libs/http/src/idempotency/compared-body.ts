import { fromPlain, type ContractClass } from '@towpath/contracts';

/**
 * What the body of a request means, for the comparison with an earlier one under the same key:
 * unknown members, nulls and empty values of optional members do not count.
 */
export function comparedBody(bodyClass: ContractClass, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return comparedValue(fromPlain(bodyClass, body, { emptyIsAbsent: true })) ?? {};
}

/** Undefined for what counts as absent. Maps of the caller's own members stay as they are. */
function comparedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (Array.isArray(value))
    return value.length > 0 ? value.map((item) => comparedValue(item)) : undefined;
  const isMap = Object.getPrototypeOf(value) === Object.prototype;
  const members = Object.entries(value)
    .map(([name, member]) => [name, isMap ? (member as unknown) : comparedValue(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
