import { plainText } from '../../../shared/input/plain-text.js';
import type {
  LinkOffer,
  LoginField,
  LoginMethod,
  LinkView,
  LoginRequest,
  LinkInstitution,
} from '../api/link-view.js';
import type { LinkState } from './link-state.js';
import type { Institution } from '../../../shared/api/page-types.js';

interface Asked extends Pick<LinkState, 'agreed'> {
  readonly view: LinkView;
  readonly offer: LinkOffer;
}

/** Members beside a login: the accepted text, and whether the login may be stored. */
export function loginRequest({ view, offer, agreed }: Asked): LoginRequest {
  const { institution_id } = offer.institution;
  // A refresh covers what was agreed to before.
  if (view.mode === 'REFRESH' || !agreed) return { institution_id };
  const { version, sha256 } = offer.consent;
  const isForced = view.automatic_data_refresh === 'FORCED_ON';
  return {
    institution_id,
    consent: { version, sha256 },
    store_credentials: isForced || agreed.refresh,
    ...(!isForced && { automatic_data_refresh: agreed.refresh }),
  };
}

/** A form of an institution. */
export interface LoginForm {
  readonly method: LoginMethod;
  /** Sent with the values where an institution has several forms. */
  readonly named: boolean;
  readonly fields: readonly LoginField[];
}

/** The forms of an institution, the usual one first. */
export function formsOf({ institution }: Pick<LinkOffer, 'institution'>): readonly LoginForm[] {
  const forms = (institution.login_methods ?? []).filter((method) => method.login_fields.length);
  const rank = ({ is_default_method: isDefault }: LoginMethod) => (isDefault ? 0 : 1);
  return forms
    .toSorted((a, b) => rank(a) - rank(b))
    .map((method) => ({ method, named: forms.length > 1, fields: method.login_fields }));
}

/** Null where the user logs in on a page of the institution. */
export function formOf(offer: Pick<LinkOffer, 'institution'>): LoginForm | null {
  return formsOf(offer)[0] ?? null;
}

/**
 * The values to encrypt. A password is sent exactly as typed, other values without surrounding
 * spaces.
 */
export function loginValues(
  { method, named, fields }: LoginForm,
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  const values = fields.map(({ key, type }): [string, string] => {
    const value = typed[key] ?? '';
    if (type === 'password') return [key, value];
    return [key, (type === 'number' ? plainText(value) : value.normalize('NFKC')).trim()];
  });
  return { ...Object.fromEntries(values), ...(named && { login_method_id: method.id }) };
}

/** Keys of the fields that were left empty, in the order of the form. */
export function emptyFields(
  { fields }: Pick<LoginForm, 'fields'>,
  typed: Readonly<Record<string, string>>,
): readonly string[] {
  return fields.map(({ key }) => key).filter((key) => (typed[key] ?? '').trim() === '');
}

/** An institution as lists of banks show it. */
export function bankChoiceOf(institution: LinkInstitution): Institution {
  const { institution_id, institution_name: name, portal_name, color } = institution;
  const isForBusiness = institution.user_type.every((type) => type === 'BUSINESS');
  return {
    institution_id,
    name,
    portal_name,
    color,
    user_type: isForBusiness ? 'BUSINESS' : 'INDIVIDUAL',
    redirect: (institution.login_methods ?? []).length > 0 && formOf({ institution }) === null,
  };
}
