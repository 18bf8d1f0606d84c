import { plainText } from '../../../shared/input/plain-text.js';
import type { LinkOffer, LoginField, LoginMethod } from '../api/link-view.js';

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
  const sorted = forms.toSorted((a, b) => rank(a) - rank(b));
  return sorted.map((method) => ({
    method,
    named: forms.length > 1,
    fields: method.login_fields,
  }));
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

function rank({ is_default_method: isDefault }: LoginMethod): number {
  return isDefault ? 0 : 1;
}
