import type { GatewayStatus } from '@towpath/kernel';
import type { CardAnswer, CardFailure } from './ports.js';

/** A request that never left us: nothing happened at the gateway. */
export const NEVER_ARRIVED: CardFailure = {
  code: 'SERVICE_UNAVAILABLE',
  explanation: 'The card gateway could not be reached; no money moved.',
};

/** The failure if the gateway's answer gives no reason. */
const UNEXPLAINED: Record<GatewayStatus, CardFailure> = {
  NOT_SEEN: NEVER_ARRIVED,
  PENDING: declined('The card gateway has not decided.'),
  ACTION_REQUIRED: unconfirmed(),
  AUTHORIZED: declined('The payment was not completed.'),
  DECLINED: declined('The card was declined.'),
  CAPTURED: declined('The payment was not completed.'),
  CAPTURE_FAILED: declined('The card issuer did not honour the authorization.'),
  VOIDED: unconfirmed(),
  REFUNDED: declined('The money was given back.'),
};

export function failureOf({ gatewayStatus, failure }: CardAnswer): CardFailure {
  return failure ?? UNEXPLAINED[gatewayStatus];
}

function declined(explanation: string): CardFailure {
  return { code: 'PAYMENT_METHOD_DECLINED', explanation };
}

function unconfirmed(): CardFailure {
  return {
    code: 'AUTHENTICATION_FAILED',
    explanation: 'The payment was not confirmed at the bank in time.',
  };
}
