import type { ServiceName } from '../service-names.js';

/** What an operator may do, each role with all that the one before it may. */
export const OPERATOR_ROLES = ['viewer', 'operator', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Why the gateway asks a service in an operator's name. */
export const OPERATOR_PURPOSES = ['find', 'see', 'watch', 'act', 'audit'] as const;
export type OperatorPurpose = (typeof OPERATOR_PURPOSES)[number];

/** A token of an operator lives this long, in seconds. */
export const OPERATOR_TOKEN_SECONDS = 60;

/** Where every token of an operator comes from. */
export const OPERATOR_ISSUER: ServiceName = 'gateway';

/** The operator in whose name a service token was signed. */
export interface OperatorClaim {
  /** `oidc:<issuer>#<subject>`, `local:<name>` or `os:<user>@<host>`. */
  readonly subject: string;
  readonly role: OperatorRole;
  /** IDs of customer apps, or `*` for all. */
  readonly apps: readonly string[] | '*';
  /** ID of the session, which is not the value of its cookie; of a command, the ID of its run. */
  readonly session: string;
  readonly purpose: OperatorPurpose;
  /** When the operator last proved who they are, Unix seconds; absent if nobody knows. */
  readonly authenticated_at?: number;
  /** Subject of another operator, who proposed the action that this one approves. */
  readonly proposed_by?: string;
  /** What the proposal moves, in minor units; absent if it moves no money. */
  readonly proposed_amount?: number;
  readonly proposed_currency?: string;
}

export function hasRole({ role }: Pick<OperatorClaim, 'role'>, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed);
}

export function hasApp({ apps }: Pick<OperatorClaim, 'apps'>, customerAppId: string): boolean {
  return apps === '*' || apps.includes(customerAppId);
}

export function isOperatorClaim(claim: unknown): claim is OperatorClaim {
  if (typeof claim !== 'object' || claim === null) return false;
  const { subject, role, apps, session, purpose, ...of } = claim as Partial<
    Record<keyof OperatorClaim, unknown>
  >;
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const numbers = [of.authenticated_at, of.proposed_amount];
  const texts = [of.proposed_by, of.proposed_currency];
  return (
    isText(subject) &&
    isText(session) &&
    numbers.every((value) => value === undefined || Number.isSafeInteger(value)) &&
    texts.every((value) => value === undefined || isText(value)) &&
    OPERATOR_ROLES.some((known) => known === role) &&
    OPERATOR_PURPOSES.some((known) => known === purpose) &&
    (apps === '*' || (Array.isArray(apps) && apps.every(isText)))
  );
}
