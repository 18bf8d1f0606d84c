import { MANDATE_STATUSES, type MandateStatus } from '@towpath/contracts';

export const COMMANDS = [
  'states consent',
  'states refusal',
  'cancels the method',
  'opens a link',
  'charges',
  'chooses the bank',
  'submits a factor',
  'mistypes the password',
  'is locked out',
  'submits the last factor',
  'leaves the page',
  'accepts at the bank',
  'rejects at the bank',
  'revokes at the bank',
  'gives it up',
  'imports it again',
  'sees its last day pass',
] as const;
export type Command = (typeof COMMANDS)[number];

/** Those of a payer, who needs a session from before the mandate ended. */
export const OF_PAYERS: readonly Command[] = [
  'chooses the bank',
  'submits a factor',
  'mistypes the password',
  'is locked out',
  'submits the last factor',
  'leaves the page',
];

export interface Outcome {
  /** The code of the refusal; null when it was answered. */
  readonly code: string | null;
  readonly becomes: MandateStatus;
  /** Events after those of the state, without `mandate.`. */
  readonly tells: readonly string[];
}

const BEGIN = 'authorization_started';
const INTERRUPT = 'authorization_interrupted';
const SEND = ['authorized', 'submitted'];

const to = (becomes: MandateStatus, ...tells: string[]): Outcome => ({
  code: null,
  becomes,
  tells,
});
const refusing = (code: string, outcome: Outcome): Outcome => ({ ...outcome, code });

type Moves = Partial<Readonly<Record<MandateStatus, Outcome>>>;
interface Row {
  /** The answer in every state that is not named, where nothing happens; null is no refusal. */
  readonly otherwise: string | null;
  readonly moves: Moves;
}

const refused = (moves: Moves): Row => ({ otherwise: 'INVALID_MANDATE_STATUS', moves });
const answered = (moves: Moves): Row => ({ otherwise: null, moves });
const still = (...states: MandateStatus[]): Moves =>
  Object.fromEntries(states.map((state) => [state, to(state)]));

const STATED_TWICE = 'INVALID_PAYMENT_METHOD_STATUS';
const CANCELLED = to('CANCELLED', 'cancelled');
const WRONG = 'CREDENTIALS_INVALID';
const LOCKED = 'TOO_MANY_ATTEMPTS';

/** The states of a mandate as they are documented, each command a row. */
const TABLE: Readonly<Record<Command, Row>> = {
  // the same statement again is answered while what it decided stands
  'states consent': refused({
    AUTHORIZATION_REQUIRED: to('SUBMITTED', ...SEND),
    ...still('SUBMITTED', 'SUCCEEDED'),
  }),
  'states refusal': refused({ AUTHORIZATION_REQUIRED: CANCELLED, ...still('CANCELLED') }),
  'cancels the method': {
    otherwise: STATED_TWICE,
    moves: {
      AUTHORIZATION_REQUIRED: CANCELLED,
      AUTHORIZING: CANCELLED,
      SUCCEEDED: CANCELLED,
    },
  },
  'opens a link': refused(still('AUTHORIZATION_REQUIRED', 'AUTHORIZING')),
  charges: refused(still('SUCCEEDED')),
  'chooses the bank': refused(still('AUTHORIZATION_REQUIRED', 'AUTHORIZING')),
  'submits a factor': refused({
    AUTHORIZATION_REQUIRED: to('AUTHORIZING', BEGIN),
    ...still('AUTHORIZING'),
  }),
  'mistypes the password': refused({
    AUTHORIZATION_REQUIRED: refusing(WRONG, to('AUTHORIZATION_REQUIRED', BEGIN, INTERRUPT)),
    AUTHORIZING: refusing(WRONG, to('AUTHORIZATION_REQUIRED', INTERRUPT)),
  }),
  'is locked out': refused({
    AUTHORIZATION_REQUIRED: refusing(LOCKED, to('FAILED', BEGIN, 'failed')),
    AUTHORIZING: refusing(LOCKED, to('FAILED', 'failed')),
  }),
  'submits the last factor': refused({
    AUTHORIZATION_REQUIRED: to('SUBMITTED', BEGIN, ...SEND),
    AUTHORIZING: to('SUBMITTED', ...SEND),
  }),
  // a mandate of its own stays, and may be resumed
  'leaves the page': answered({}),
  'accepts at the bank': refused({
    SUBMITTED: to('SUCCEEDED', 'succeeded'),
    ...still('SUCCEEDED'),
  }),
  'rejects at the bank': refused({ SUBMITTED: to('FAILED', 'failed'), ...still('FAILED') }),
  'revokes at the bank': refused({ SUCCEEDED: to('REVOKED', 'revoked'), ...still('REVOKED') }),
  // what the bank may have is ended there: it never goes live
  'gives it up': answered({
    AUTHORIZATION_REQUIRED: to('CLOSED', 'closed'),
    AUTHORIZING: to('CLOSED', 'closed'),
    PROCESSING: to('FAILED', 'failed'),
    READY_TO_SUBMIT: to('FAILED', 'failed'),
    SUBMITTED: to('FAILED', 'failed'),
    SUCCEEDED: CANCELLED,
  }),
  // what has ended is not brought back, and what is on its way is no authorization yet
  'imports it again': refused(still('SUCCEEDED')),
  // an hour before, what waits for its turn is sent, and the bank accepts it
  'sees its last day pass': answered({
    AUTHORIZATION_REQUIRED: to('CLOSED', 'closed'),
    AUTHORIZING: to('CLOSED', 'closed'),
    PROCESSING: to('CLOSED', 'submitted', 'succeeded', 'closed'),
    READY_TO_SUBMIT: to('CLOSED', 'submitted', 'succeeded', 'closed'),
    SUCCEEDED: to('CLOSED', 'closed'),
  }),
};

/** What becomes of a mandate in this state. */
export function outcomeOf(state: MandateStatus, command: Command): Outcome {
  const { otherwise, moves } = TABLE[command];
  return moves[state] ?? { code: otherwise, becomes: state, tells: [] };
}

/** How a mandate comes to each state, in events; `begun` when its payer has a session. */
export function eventsUntil(state: MandateStatus, { begun }: { readonly begun: boolean }) {
  const sent = ['created', ...(begun ? [BEGIN] : []), ...SEND];
  const ways: Readonly<Record<MandateStatus, readonly string[]>> = {
    AUTHORIZATION_REQUIRED: ['created'],
    AUTHORIZING: ['created', BEGIN],
    PROCESSING: ['created', BEGIN, 'authorized'],
    READY_TO_SUBMIT: ['created', BEGIN, 'authorized'],
    SUBMITTED: sent,
    SUCCEEDED: [...sent, 'succeeded'],
    FAILED: [...sent, 'failed'],
    REVOKED: [...sent, 'succeeded', 'revoked'],
    CANCELLED: ['created', 'cancelled'],
    CLOSED: ['created', 'closed'],
  };
  return ways[state];
}

export const STATES = MANDATE_STATUSES;
