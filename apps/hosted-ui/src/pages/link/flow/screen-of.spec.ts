import { aLink, anOffer, OAUTH_BANK } from '../fakes.js';
import { INITIAL_STATE, type LinkState } from './link-state.js';
import { LINK_SCREENS, linkScreenOf, type LinkScreen } from './screen-of.js';

const offer = anOffer();
const ownPage = anOffer(OAUTH_BANK);
const agreed = { refresh: false };
const result = { message: 'close', response_mode: 'query', parameters: {} } as const;
const refresh = aLink({ mode: 'REFRESH', institution_fixed: true, credentials_kept: true });
const failed = (code: string) => aLink({ step: 'FAILED', error: { error_code: code } });

const ROWS: readonly (readonly [string, Partial<LinkState>, LinkScreen])[] = [
  ['nothing known', {}, 'loading'],
  ['open', { view: aLink() }, 'institution'],
  ['a bank that is known', { view: aLink({ institution_id: 'testbank' }) }, 'loading'],
  [
    'a known bank that was not read',
    { view: aLink({ institution_id: 'x' }), notice: 'not_sent' },
    'institution',
  ],
  ['another bank', { view: aLink({ institution_id: 'x' }), again: 'other' }, 'institution'],
  ['a bank', { view: aLink(), offer }, 'consent'],
  ['agreed', { view: aLink(), offer, agreed }, 'login'],
  ['agreed, a page of the bank', { view: aLink(), offer: ownPage, agreed }, 'consent'],
  ['a kept login', { view: refresh, offer }, 'refresh'],
  ['a kept login that does not do', { view: refresh, offer, typesAnew: true }, 'login'],
  ['no kept login', { view: { ...refresh, credentials_kept: false }, offer }, 'login'],
  [
    'no kept login, a page of the bank',
    { view: { ...refresh, credentials_kept: false }, offer: ownPage },
    'refresh',
  ],
  ['under way', { view: aLink({ step: 'CONNECTING' }) }, 'connecting'],
  ['asked', { view: aLink({ step: 'ACTION' }) }, 'action'],
  ['sent on', { view: aLink({ step: 'REDIRECT' }) }, 'bank_page'],
  ['in', { view: aLink({ step: 'CONNECTED' }) }, 'connected'],
  ['failed', { view: failed('INSTITUTION_UNAVAILABLE'), offer, agreed }, 'failed'],
  ['failed, again', { view: failed('X'), offer, agreed, again: 'same' }, 'login'],
  ['failed, another bank', { view: failed('X'), again: 'other' }, 'institution'],
  ['left', { view: aLink(), left: result, trouble: { kind: 'session_ended' } }, 'left'],
  ['spent', { trouble: { kind: 'invalid_link' } }, 'invalid_link'],
  ['ended', { trouble: { kind: 'session_ended' } }, 'session_ended'],
  [
    'a tab of the bank',
    { trouble: { kind: 'session_ended' }, cameFromBank: true },
    'back_from_bank',
  ],
  [
    'ended after the bank',
    { view: aLink(), trouble: { kind: 'session_ended' }, cameFromBank: true },
    'session_ended',
  ],
  ['offline', { trouble: { kind: 'offline' } }, 'connection_trouble'],
  ['broken', { trouble: { kind: 'server' } }, 'connection_trouble'],
  ['paused', { trouble: { kind: 'rate_limited', waitMs: 1, over: false } }, 'rate_limited'],
];

describe('the link page', () => {
  it.each(ROWS)('shows the right screen in the case "%s"', (_what, situation, screen) => {
    expect(linkScreenOf({ ...INITIAL_STATE, ...situation })).toBe(screen);
  });

  it('covers each of its screens with at least one case', () => {
    const reached = new Set(ROWS.map(([, , screen]) => screen));
    expect([...reached].sort()).toEqual(Object.keys(LINK_SCREENS).sort());
  });
});
