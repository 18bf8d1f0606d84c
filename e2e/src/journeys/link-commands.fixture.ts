import type { PaymentLinkStatus } from '@towpath/contracts';

/** Where a link is, with the attempt that occupies it. */
export const PLACES = [
  'untouched',
  'chosen to be paid by card',
  'chosen to be paid by direct debit',
  'declined',
  "at the challenge of the card's bank",
  "at the bank of the mandate's payer",
  'being collected',
  'paid',
  'set up',
  'cancelled',
  'expired',
] as const;
export type Place = (typeof PLACES)[number];

export const COMMANDS = [
  'cancels it',
  'asks for it again',
  'chooses a card',
  'chooses direct debit',
  'goes back to the methods',
  'pays by card',
  'lets its days pass',
] as const;
export type Command = (typeof COMMANDS)[number];

export interface Standing {
  readonly status: PaymentLinkStatus;
  readonly session: 'OPEN' | 'PROCESSING' | 'COMPLETE' | 'FAILED';
  /** Of the payment of the last attempt; absent where there is none. */
  readonly payment?: string;
}

export interface Outcome extends Standing {
  /** The code of the refusal; null when it was answered. */
  readonly code: string | null;
  /** Events of the link after those of its place, without `payment_link.`. */
  readonly tells: readonly string[];
}

const SETUP: Standing = { status: 'SETUP_SUCCEEDED', session: 'COMPLETE' };
const open = (session: Standing['session'], payment?: string): Standing => ({
  status: 'CREATED',
  session,
  ...(payment !== undefined && { payment }),
});

export const STANDINGS: Readonly<Record<Place, Standing>> = {
  untouched: open('OPEN'),
  'chosen to be paid by card': open('OPEN', 'AUTHORIZATION_REQUIRED'),
  'chosen to be paid by direct debit': open('OPEN', 'AUTHORIZATION_REQUIRED'),
  declined: open('FAILED', 'FAILED'),
  "at the challenge of the card's bank": open('PROCESSING', 'AUTHORIZING'),
  "at the bank of the mandate's payer": open('PROCESSING', 'PROCESSING'),
  'being collected': open('PROCESSING', 'SUBMITTED'),
  paid: { status: 'PAID', session: 'COMPLETE', payment: 'EXECUTED' },
  'set up': SETUP,
  cancelled: { status: 'CANCELLED', session: 'OPEN' },
  expired: { status: 'EXPIRED', session: 'OPEN' },
};

/** How a link comes to each place, in its own events. */
export const EVENTS: Readonly<Record<Place, readonly string[]>> = {
  untouched: ['created'],
  'chosen to be paid by card': ['created'],
  'chosen to be paid by direct debit': ['created'],
  declined: ['created'],
  "at the challenge of the card's bank": ['created'],
  "at the bank of the mandate's payer": ['created'],
  'being collected': ['created'],
  paid: ['created', 'paid'],
  'set up': ['created', 'setup_succeeded'],
  cancelled: ['created', 'cancelled'],
  expired: ['created', 'expired'],
};

const DEBIT = 'chosen to be paid by direct debit';
/** Nothing was handed in that could still be accepted. */
const FREE: readonly Place[] = ['untouched', 'chosen to be paid by card', DEBIT, 'declined'];
const CHALLENGE = "at the challenge of the card's bank";
/** A bank that decides only when it is told to. */
export const UNDECIDED = "at the bank of the mandate's payer";
const REFUSED = 'INVALID_PAYMENT_LINK_STATUS';

const LEFT = { payment: 'CANCELLED' } as const;

type Rule = (place: Place) => Partial<Outcome>;

const whereFree =
  (outcome: Rule): Rule =>
  (place) =>
    FREE.includes(place) ? outcome(place) : { code: REFUSED };

const ended = (place: Place, status: PaymentLinkStatus, tells: string): Partial<Outcome> => ({
  status,
  tells: [tells],
  // an attempt that waited for its authorization ends with its link
  ...([DEBIT, 'chosen to be paid by card', CHALLENGE].includes(place) && {
    payment: 'CANCELLED',
    session: 'FAILED',
  }),
});

const RULES: Readonly<Record<Exclude<Command, 'lets its days pass'>, Rule>> = {
  'cancels it': (place) =>
    FREE.includes(place) || place === CHALLENGE
      ? ended(place, 'CANCELLED', 'cancelled')
      : { code: REFUSED },
  'asks for it again': () => ({}),
  'chooses a card': whereFree((place) => ({
    session: place === 'declined' ? 'FAILED' : 'OPEN',
    payment: 'AUTHORIZATION_REQUIRED',
    tells: place === DEBIT ? ['mandate_released'] : [],
  })),
  'chooses direct debit': whereFree((place) => ({
    session: place === 'declined' ? 'FAILED' : 'OPEN',
    payment: 'AUTHORIZATION_REQUIRED',
  })),
  'goes back to the methods': whereFree((place) => {
    const left = place === DEBIT || place === 'chosen to be paid by card';
    return { tells: place === DEBIT ? ['mandate_released'] : [], ...(left && LEFT) };
  }),
  'pays by card': whereFree((place) => ({
    ...STANDINGS.paid,
    tells: [...(place === DEBIT ? ['mandate_released'] : []), 'paid'],
  })),
};

export function outcomeOf(place: Place, command: keyof typeof RULES): Outcome {
  return { code: null, tells: [], ...STANDINGS[place], ...RULES[command](place) };
}

/** What was open is over, unless its outcome is still being decided: then the link waits for it. */
export function statusAfterAll(place: Place): PaymentLinkStatus {
  const { status } = STANDINGS[place];
  return status === 'CREATED' && place !== UNDECIDED ? 'EXPIRED' : status;
}
