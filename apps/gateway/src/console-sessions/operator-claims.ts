import { OPERATOR_ROLES, type OperatorRole } from '@towpath/contracts/operator';
import type { ClaimNames } from './console.config.js';

type Claims = Readonly<Record<string, unknown>>;

/** What an operator may do, the apps that they see (null: all), or why they may not come in. */
export type Admission =
  | { readonly role: OperatorRole; readonly apps: readonly string[] | null }
  | { readonly refusal: string };

/** The highest role that the claims give, and the apps that they name. */
export function admissionOf(claims: Claims, names: ClaimNames): Admission {
  const given = textsOf(claimOf(claims, names.roles));
  const role = OPERATOR_ROLES.findLast((each) =>
    names.roleValues.some(({ role: known, value }) => known === each && given.includes(value)),
  );
  if (!role) {
    return { refusal: `Your account has no role for this console (claim ${names.roles}).` };
  }
  if (names.apps === undefined) return { role, apps: null };
  const apps = textsOf(claimOf(claims, names.apps));
  if (apps.length === 0) {
    return { refusal: `Your account names no customer app to see (claim ${names.apps}).` };
  }
  return { role, apps: apps.includes('*') ? null : apps };
}

/** By its whole name, which may have dots as a URL has; else through objects. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, member) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, member)
          ? (value as Claims)[member]
          : undefined,
      claims,
    );
}

/** Providers give a list, or one text. */
function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string' && each !== '');
}
