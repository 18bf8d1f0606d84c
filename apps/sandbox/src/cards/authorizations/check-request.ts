import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import type { GatewayName } from '../../base/parties/gateways.js';
import type { AuthorizationRequest, AuthorizationKey } from './domain/authorization.js';
import { REFERENCE } from '../../base/parties/reference.js';

type Checked = Pick<AuthorizationRequest, 'purpose' | 'amount' | 'offSession' | 'returnUrl'>;

/** The checks of every gateway, independent of the names of its members. */
export function checkRequest({ purpose, amount, offSession, returnUrl }: Checked): void {
  if (purpose === 'PAYMENT' && amount === 0) {
    throw new GatewayRefusal('invalid_request', 'amount of a payment must be above 0.', {
      field: 'amount',
    });
  }
  if (!offSession && !returnUrl) {
    const message = 'return_url is needed while the cardholder is present.';
    throw new GatewayRefusal('invalid_request', message, { field: 'return_url' });
  }
}

/** A reference that cannot exist was never seen. */
export function authorizationKey(gateway: GatewayName, reference: string): AuthorizationKey {
  if (REFERENCE.test(reference)) return { gateway, reference };
  throw new GatewayRefusal('not_found', 'There is no authorization with this reference.');
}
