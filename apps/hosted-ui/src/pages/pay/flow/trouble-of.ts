import type { ApiFailure } from '../../../shared/api/api-answer.js';
import type { Trouble } from './page-state.js';

/** What a failure that nothing else explains means for the page. */
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
