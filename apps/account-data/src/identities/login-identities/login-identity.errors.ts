import { DomainError, parseId, type LoginIdentityId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown, a deleted and another app's ID. */
export function loginIdentityNotFound(): DomainError {
  return new DomainError('LOGIN_IDENTITY_NOT_FOUND', 'No login identity has this ID.');
}

export function parseLoginIdentityId(raw: string): LoginIdentityId {
  const loginIdentityId = parseId<LoginIdentityId>(raw);
  if (!loginIdentityId) throw loginIdentityNotFound();
  return loginIdentityId;
}
