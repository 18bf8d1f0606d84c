import { newId } from '@towpath/kernel';

const ACCEPTED = /^[\x20-\x7e]{1,128}$/;

/** The caller's request ID when it is 1 to 128 printable ASCII characters, else a new one. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : newId(new Date());
}
