import { DomainError } from '@towpath/kernel';
import {
  isInfrastructureError,
  isRetryable,
  sqlStateOf,
  UnknownCustomerApp,
} from '@towpath/persistence';
import { UnreadableMessage } from '../cloud-event.js';
import { InvalidPayload } from './decode-payload.js';

/** No event of this name and version is in the registry. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';

  constructor(event: { readonly name: string; readonly version: number }) {
    super(`event ${event.name} version ${event.version} is not in the registry`);
  }
}

/** Earlier events of the aggregate are missing, and a handler's effects depend on all of them. */
export class SequenceGap extends Error {
  override readonly name = 'SequenceGap';

  constructor(event: { readonly subject: string; readonly sequence: number }) {
    super(`events of ${event.subject} before sequence ${event.sequence} are missing`);
  }
}

/** The next step for a message whose handling failed. */
export type Verdict =
  /** Set aside at once: another try cannot end differently. */
  | 'park'
  /** Tried again with back-off, a few times, then parked. */
  | 'retry'
  /**
   * Try again without limit while the partition pauses: every message would fail in the same way.
   */
  | 'wait';

export interface FailureRule {
  /** Written with the parked message. */
  readonly reason: string;
  readonly verdict: Verdict;
  readonly because: string;
  matches(error: unknown): boolean;
}

const STATEMENT_TIMEOUT = '57014';

/** The first rule that matches decides. */
export const FAILURE_POLICY: readonly FailureRule[] = [
  {
    reason: 'UNREADABLE',
    verdict: 'park',
    because: 'the same bytes never become an event',
    matches: (error) => error instanceof UnreadableMessage,
  },
  {
    reason: 'UNKNOWN_EVENT',
    verdict: 'park',
    because: 'only a newer release of this service knows it; it is replayed after the deployment',
    matches: (error) => error instanceof UnknownEvent,
  },
  {
    reason: 'INVALID_PAYLOAD',
    verdict: 'park',
    because: 'the same payload breaks the same rule again',
    matches: (error) => error instanceof InvalidPayload,
  },
  {
    reason: 'GAP',
    verdict: 'park',
    because: 'what is missing in a partition does not arrive behind what is there',
    matches: (error) => error instanceof SequenceGap,
  },
  {
    reason: 'TIMEOUT',
    verdict: 'retry',
    because:
      'a lock may be free a moment later, but one slow statement must not stop the partition',
    matches: (error) => sqlStateOf(error) === STATEMENT_TIMEOUT,
  },
  {
    reason: 'DATABASE',
    verdict: 'wait',
    because: 'without the database no message can be handled, nor parked',
    matches: isInfrastructureError,
  },
  {
    reason: 'CONFLICT',
    verdict: 'retry',
    because: 'another transaction was in the way; the runner of transactions gave up after three',
    matches: isRetryable,
  },
  {
    reason: 'UNKNOWN_APP',
    verdict: 'retry',
    because: "the app's own event comes over another topic and may be a moment late",
    matches: (error) => error instanceof UnknownCustomerApp,
  },
  {
    reason: 'REFUSED',
    verdict: 'retry',
    because: 'topics have no order between them: what is refused now may be right a moment later',
    matches: (error) => error instanceof DomainError,
  },
  {
    reason: 'FAULT',
    verdict: 'retry',
    because: 'an error that nobody foresaw may pass by itself, and must not stop the others',
    matches: () => true,
  },
];

export function judge(error: unknown): FailureRule {
  const rule = FAILURE_POLICY.find((candidate) => candidate.matches(error));
  if (rule) return rule;
  throw new Error('the failure policy must end with a rule that matches everything');
}
