import type { HostedView } from '../api/hosted-view.js';
import { aView, anAttempt } from './fakes.js';
import { INITIAL_STATE, type PageState, type PayTrouble } from './page-state.js';
import { type Screen, SCREENS, screenOf } from './screen-of.js';

const challenged = { ...anAttempt('AUTHORIZING'), redirect_url: 'https://bank.example/' };

const DEBIT = { attemptId: 'attempt-1', token: 'mandate-token-1' };

const transfer = { recipient_name: 'Shop', account_number: '1', reference: '9X4K Q2V7 M3TB' };

type Row = readonly [string, Partial<HostedView> | null, Partial<PageState>, Screen];

const LINKS: readonly Row[] = [
  ['nothing known yet', null, {}, 'loading'],
  ['open', {}, {}, 'card_form'],
  ['autopay to be answered', { autopay_enrollment: { prefill: 'YES' } }, {}, 'autopay'],
  ['open, card on its way', {}, { paying: 'sending' }, 'card_form'],
  ['open, answer lost', {}, { paying: 'confirming' }, 'processing'],
  ['attempt prepared', { attempt: anAttempt('AUTHORIZATION_REQUIRED') }, {}, 'card_form'],
  [
    'submitted',
    { session_status: 'PROCESSING', attempt: anAttempt('PROCESSING') },
    {},
    'processing',
  ],
  ['challenge', { session_status: 'PROCESSING', attempt: challenged }, {}, 'challenge'],
  [
    'challenge of a card that is only stored',
    { mode: 'SETUP', session_status: 'PROCESSING', attempt: { ...challenged, status: 'CREATED' } },
    {},
    'challenge',
  ],
  ['challenge before the session moved', { attempt: challenged }, {}, 'challenge'],
  [
    'challenge answered, outcome not known',
    { session_status: 'PROCESSING', attempt: { ...challenged, status: 'PROCESSING' } },
    {},
    'processing',
  ],
  [
    'at the steps of a direct debit',
    { attempt: anAttempt('AUTHORIZATION_REQUIRED') },
    { mandate: DEBIT },
    'mandate',
  ],
  [
    'at the steps of a direct debit, after a failure',
    { session_status: 'FAILED', attempt: anAttempt('AUTHORIZATION_REQUIRED') },
    { mandate: DEBIT },
    'mandate',
  ],
  [
    'a direct debit given, the link not told yet',
    { attempt: anAttempt('AUTHORIZATION_REQUIRED') },
    { mandate: DEBIT, mandateGivenFor: 'attempt-1' },
    'processing',
  ],
  [
    'another method after the direct debit',
    { attempt: anAttempt('AUTHORIZATION_REQUIRED', 'attempt-2') },
    { mandate: DEBIT },
    'card_form',
  ],
  [
    'a direct debit refused',
    { session_status: 'FAILED', attempt: anAttempt('FAILED') },
    { mandate: DEBIT, mandateGivenFor: 'attempt-1' },
    'failed',
  ],
  ['a transfer awaited', { attempt: { ...anAttempt('CREATED'), transfer } }, {}, 'transfer'],
  [
    'a transfer awaited, after a failure',
    { session_status: 'FAILED', attempt: { ...anAttempt('CREATED'), transfer } },
    {},
    'transfer',
  ],
  ['complete, link not moved yet', { session_status: 'COMPLETE' }, {}, 'processing'],
  ['failed', { session_status: 'FAILED', attempt: anAttempt('FAILED') }, {}, 'failed'],
  ['failed without an attempt', { session_status: 'FAILED' }, {}, 'failed'],
  [
    'failed, payer tries again',
    { session_status: 'FAILED', attempt: anAttempt('FAILED') },
    { retriedAttemptId: 'attempt-1' },
    'card_form',
  ],
  [
    'second attempt failed too',
    { session_status: 'FAILED', attempt: anAttempt('FAILED', 'attempt-2') },
    { retriedAttemptId: 'attempt-1' },
    'failed',
  ],
  [
    'failed, next attempt prepared',
    { session_status: 'FAILED', attempt: anAttempt('CREATED', 'attempt-2') },
    {},
    'card_form',
  ],
  [
    'failed, but money may have moved',
    { session_status: 'FAILED', attempt: anAttempt('FAILED'), money_moved: 'UNKNOWN' },
    { retriedAttemptId: 'attempt-1' },
    'processing',
  ],
  ['paid here', { status: 'PAID', session_status: 'COMPLETE' }, {}, 'success'],
  ['paid before', { status: 'PAID' }, { openedSettled: true }, 'already_paid'],
  ['card stored here', { mode: 'SETUP', status: 'SETUP_SUCCEEDED' }, {}, 'success'],
  ['card stored before', { status: 'SETUP_SUCCEEDED' }, { openedSettled: true }, 'already_paid'],
  ['expired', { status: 'EXPIRED' }, {}, 'expired'],
  ['cancelled', { status: 'CANCELLED' }, {}, 'cancelled'],
  ['cancelled while failing', { status: 'CANCELLED', session_status: 'FAILED' }, {}, 'cancelled'],
];

const TROUBLES: readonly (readonly [PayTrouble, Screen])[] = [
  [{ kind: 'invalid_link' }, 'invalid_link'],
  [{ kind: 'session_ended' }, 'session_ended'],
  [{ kind: 'no_method' }, 'no_method'],
  [{ kind: 'used_up' }, 'used_up'],
  [{ kind: 'offline' }, 'connection_trouble'],
  [{ kind: 'server' }, 'connection_trouble'],
  [{ kind: 'rate_limited', waitMs: 1, over: false }, 'rate_limited'],
];

const stateOf = (view: Partial<HostedView> | null, changes: Partial<PageState>): PageState => ({
  ...INITIAL_STATE,
  view: view && aView(view),
  ...changes,
});

describe('the payment page', () => {
  it.each(LINKS)('shows the right screen in the case "%s"', (...row) => {
    const [, view, changes, screen] = row;
    expect(screenOf(stateOf(view, changes))).toBe(screen);
  });

  it.each(TROUBLES)('shows the trouble %j before anything of the link', (trouble, screen) => {
    expect(screenOf(stateOf(null, { trouble }))).toBe(screen);
    expect(screenOf(stateOf({ status: 'PAID' }, { trouble }))).toBe(screen);
  });

  it('covers each of its screens with at least one case', () => {
    const reached = new Set([...LINKS.map((row) => row[3]), ...TROUBLES.map((row) => row[1])]);
    expect([...reached].sort()).toEqual(Object.keys(SCREENS).sort());
  });
});
