import type { Institution, InstitutionLoginMethod } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import type { KeptCredentials } from '../credentials/login-secrets.js';
import type { TypedFields } from '../link-keys/open-payload.js';

const METHOD = 'login_method_id';

/**
 * What a user typed, as one of the institution's login methods asks for it. Throws INVALID_REQUEST,
 * naming the field and never its value.
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

function methodOf(
  { login_methods: methods = [] }: Institution,
  methodId: string | undefined,
): InstitutionLoginMethod {
  const forms = methods.filter(({ login_fields: fields }) => fields.length > 0);
  const preferred = forms.find((method) => method.is_default_method) ?? forms[0];
  const method = methodId === undefined ? preferred : forms.find(({ id }) => id === methodId);
  if (method) return method;
  throw invalid(
    methodId === undefined
      ? 'institution_id must be of an institution that takes credentials.'
      : 'encrypted_credentials must name a login method of the institution.',
  );
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
