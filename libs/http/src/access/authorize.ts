import type { AccessTokenClaims, OperationOwner } from '@towpath/contracts';
import { PUBLIC_AUDIENCE } from '@towpath/contracts';
import {
  hasRole,
  isOperatorClaim,
  OPERATOR_ISSUER,
  OPERATOR_TOKEN_SECONDS,
  type OperatorOperation,
} from '@towpath/contracts/operator';
import { DomainError } from '@towpath/kernel';

import type { RouteAccess } from './route-access.js';

/**
 * Checks whether a verified token permits the route. Throws `UNAUTHORIZED` for a token of another
 * audience, and `INSUFFICIENT_SCOPE` for the wrong kind or a missing scope.
 */
export function authorize(
  access: RouteAccess,
  { claims, service }: { claims: AccessTokenClaims; service: OperationOwner },
): void {
  if (access.kind === 'internal') {
    authorizeService(access, { claims, service });
    return;
  }
  if (access.operatorOperation) {
    authorizeOperator(access.operatorOperation, { claims, service });
    return;
  }
  if (claims.aud !== PUBLIC_AUDIENCE) {
    throw new DomainError('UNAUTHORIZED', 'The token is not meant for this API.');
  }
  const { operation } = access;
  if (!operation || operation.kinds === 'public') return;
  const { kinds, scope } = operation;
  if (!kinds.includes(claims.token_use)) {
    throw new DomainError('INSUFFICIENT_SCOPE', 'This kind of token does not open this operation.');
  }
  if (scope !== null && !claims.scopes.includes(scope)) {
    throw new DomainError('INSUFFICIENT_SCOPE', `The token lacks the scope ${scope}.`, { scope });
  }
}

function authorizeService(
  access: RouteAccess,
  { claims, service }: { claims: AccessTokenClaims; service: OperationOwner },
): void {
  if (claims.aud !== service) {
    throw new DomainError('UNAUTHORIZED', 'The token is not meant for this service.');
  }
  if (access.command !== undefined) {
    authorizeCommand({ claims, service });
    return;
  }
  const allowed = access.callers?.some((caller) => caller === claims.sub) ?? true;
  // What was signed for an operator serves operators only.
  if (claims.token_use !== 'service' || !allowed || claims.operator !== undefined) {
    throw new DomainError('INSUFFICIENT_SCOPE', 'This caller may not use this route.');
  }
}

/** Of somebody who may do everything, and has a name for the audit. */
function authorizeCommand(of: { claims: AccessTokenClaims; service: OperationOwner }): void {
  authorizeOperator({ role: 'admin', purpose: 'act' }, of);
  if (of.claims.operator?.apps === '*') return;
  throw new DomainError('INSUFFICIENT_SCOPE', 'Commands are for operators of all customer apps.');
}

function authorizeOperator(
  { role, purpose }: Pick<OperatorOperation, 'role' | 'purpose'>,
  { claims, service }: { claims: AccessTokenClaims; service: OperationOwner },
): void {
  const { operator } = claims;
  if (claims.aud !== service || claims.exp - claims.iat > OPERATOR_TOKEN_SECONDS) {
    throw new DomainError('UNAUTHORIZED', 'The token is not meant for operators of this service.');
  }
  const isOurs = claims.token_use === 'service' && claims.sub === OPERATOR_ISSUER;
  if (!isOurs || !isOperatorClaim(operator) || operator.purpose !== purpose) {
    throw new DomainError('INSUFFICIENT_SCOPE', 'This caller may not use this route.');
  }
  if (!hasRole(operator, role)) {
    throw new DomainError('INSUFFICIENT_SCOPE', `The role ${operator.role} does not suffice.`);
  }
}
