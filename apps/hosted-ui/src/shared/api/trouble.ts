import type { ApiFailure } from './api-answer.js';

/** A problem that blocks a whole page; each page shows a screen for it. */
export type Trouble =
  | { readonly kind: 'invalid_link' }
  | { readonly kind: 'session_ended' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'server' }
  | RateLimited;

interface RateLimited {
  readonly kind: 'rate_limited';
  readonly waitMs: number;
  /** The wait is over: the user may try again. */
  readonly over: boolean;
}

/** The problem that a failed request means for the page, where no step explains the failure itself. */
export function troubleOf(failure: ApiFailure): Trouble {
  switch (failure.kind) {
    case 'offline':
      return { kind: 'offline' };
    case 'rate_limited':
      return { kind: 'rate_limited', waitMs: failure.retryAfterMs, over: false };
    case 'unauthorized':
      return { kind: 'session_ended' };
    case 'server':
    case 'refused':
      return { kind: 'server' };
  }
}
