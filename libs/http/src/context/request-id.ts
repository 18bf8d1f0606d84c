import { newId } from '@towpath/kernel';

const ACCEPTED = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The caller's request ID when it is 1 to 64 ASCII letters, digits, dots, underscores and hyphens,
 * else a new one.
 */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : newId(new Date());
}
