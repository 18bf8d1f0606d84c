import { assertUnreachable, plusMs } from '@towpath/kernel';

import { isExpired, type CardExpiry } from './card-expiry.js';
import { DECLINES, type CardOutcome, type Decline } from './card-outcomes.js';

interface AuthorizationQuestion {
  readonly outcome: CardOutcome;
  readonly expiry: CardExpiry;
  readonly offSession: boolean;
  /** The app's clock. */
  readonly now: Date;
}

type AuthorizationDecision =
  | { readonly command: 'authorize' }
  | { readonly command: 'decline'; readonly decline: Decline }
  | { readonly command: 'challenge' }
  | { readonly command: 'defer'; readonly settlesAt: Date };

/** The issuer's decision: a function of the card, the request and the app's clock alone. */
export function decideAuthorization(question: AuthorizationQuestion): AuthorizationDecision {
  const { outcome, expiry, offSession, now } = question;
  if (outcome.authorization === 'declined') {
    return { command: 'decline', decline: outcome.decline ?? DECLINES.generic };
  }
  if (isExpired(expiry, now)) return { command: 'decline', decline: DECLINES.expiredCard };
  if (offSession && outcome.offSessionDecline) {
    return { command: 'decline', decline: outcome.offSessionDecline };
  }
  switch (outcome.authorization) {
    case 'authorized':
      return { command: 'authorize' };
    case 'challenged':
      return { command: 'challenge' };
    case 'delayed': {
      const delayMs = (outcome.delaySeconds ?? 0) * 1000;
      return { command: 'defer', settlesAt: plusMs(now, delayMs) };
    }
    default:
      return assertUnreachable(outcome.authorization);
  }
}
