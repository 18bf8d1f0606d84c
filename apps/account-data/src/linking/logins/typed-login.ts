import type { Institution, InstitutionLoginMethod } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import type { KeptCredentials } from '../../identities/credentials/login-secrets.service.js';
import type { LoginStep } from '../../identities/link-jobs/link-job.table.js';
import type { TypedFields } from '../../identities/link-keys/link-keys.service.js';

const METHOD = 'login_method_id';

/**
 * The user's input in the form of one of the institution's login methods. Throws INVALID_REQUEST
 * with the name of the field, never with its value.
 */
export function typedLogin(institution: Institution, typed: TypedFields): KeptCredentials {
  const method = methodOf(institution, typed[METHOD]);
  const values = method.login_fields.map(({ key }) => {
    const value = typed[key];
    if (value === undefined || value === '') {
      throw invalid(`encrypted_credentials must hold the field ${key}.`);
    }
    return [key, value] as const;
  });
  return { loginMethodId: method.id, credentials: Object.fromEntries(values) };
}

/** The first step of a login: a form of ours, or, for a method without fields, the bank's own page. */
export function firstStep(
  { login_methods: methods = [] }: Institution,
  { loginMethodId, language }: { loginMethodId: string; language: LoginStep['language'] },
): LoginStep {
  const method = methods.find(({ id }) => id === loginMethodId);
  const isForm = method === undefined || method.login_fields.length > 0;
  const name = isForm ? 'START' : 'REDIRECT';
  return { name, loginMethodId, language, action: null, actionName: null };
}

function methodOf(
  { login_methods: methods = [] }: Institution,
  methodId: string | undefined,
): InstitutionLoginMethod {
  const preferred = methods.find((method) => method.is_default_method) ?? methods[0];
  const method = methodId === undefined ? preferred : methods.find(({ id }) => id === methodId);
  if (method) return method;
  throw invalid(
    methodId === undefined
      ? 'institution_id must be that of an institution that accepts logins.'
      : 'encrypted_credentials must name a login method of the institution.',
  );
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
