import type { FactorType, MandateView } from '../api/mandate-view.js';
import { aChecklist, aFactor, aMandate, TEST_BANK } from '../fakes.js';
import { INITIAL_STATE, type MandateState } from './mandate-state.js';
import {
  POLLS_BEFORE_LEAVING,
  MANDATE_SCREENS,
  mandateScreenOf,
  type MandateScreen,
} from './screen-of.js';

const ACCOUNT = { holder: 'Chan', number: '0123' };
const LOGIN = { userId: 'usergood', password: 'datagood' };
const given = (...types: FactorType[]) => ({ auth_checklist: aChecklist(...types) });
const BEFORE_LOGIN = given('ACCOUNT_IDENTIFICATION', 'ENDUSER_CONSENT');
const codeAsked = {
  auth_checklist: [
    aFactor('ACCOUNTHOLDER_AUTHENTICATION', { value_members: ['user_id', 'password', 'otp'] }),
  ],
};
const ownPage = {
  auth_checklist: [
    aFactor('ACCOUNTHOLDER_AUTHENTICATION', { redirect_url: 'https://bank.example' }),
  ],
};

type Row = readonly [string, MandateScreen, Partial<MandateView>, Partial<MandateState>];

const ROWS: readonly Row[] = [
  ['no bank chosen', 'institution', { institution: undefined }, {}],
  ['another bank wanted', 'institution', {}, { editing: 'institution' }],
  ['a bank chosen', 'account', { institution: TEST_BANK }, {}],
  ['the account typed', 'consent', {}, { account: ACCOUNT }],
  ['the account to be changed', 'account', {}, { account: ACCOUNT, editing: 'account' }],
  ['the account known', 'consent', given('ACCOUNT_IDENTIFICATION'), {}],
  ['the consent given', 'login', BEFORE_LOGIN, {}],
  ['a code asked for', 'code', codeAsked, { login: LOGIN }],
  ['a code asked for, the login forgotten by a reload', 'login', codeAsked, {}],
  ['no code asked for yet', 'login', BEFORE_LOGIN, { login: LOGIN }],
  ['a page of the bank', 'bank_page', ownPage, {}],
  ['authorizing, all given', 'processing', { status: 'AUTHORIZING', auth_checklist: [] }, {}],
  ['no wish any more', 'declined', {}, { declined: true }],
  ['no wish any more, on a payment link', 'declined', { status: 'CLOSED' }, { declined: true }],
  ['with the service', 'processing', { status: 'PROCESSING' }, { pollsAtBank: 1 }],
  ['with the bank', 'processing', { status: 'SUBMITTED' }, { pollsAtBank: 1 }],
  ['long at the bank', 'submitted', { status: 'SUBMITTED' }, { pollsAtBank: POLLS_BEFORE_LEAVING }],
  ['ready for long', 'submitted', { status: 'READY_TO_SUBMIT' }, { pollsAtBank: 9 }],
  ['accepted', 'success', { status: 'SUCCEEDED' }, {}],
  ['accepted earlier', 'already_done', { status: 'SUCCEEDED' }, { openedSettled: true }],
  ['refused', 'failed', { status: 'FAILED' }, {}],
  ['withdrawn', 'revoked', { status: 'REVOKED' }, {}],
  ['cancelled', 'cancelled', { status: 'CANCELLED' }, {}],
  ['closed', 'closed', { status: 'CLOSED' }, {}],
  ['a dead link', 'invalid_link', {}, { trouble: { kind: 'invalid_link' } }],
  ['a session that is over', 'session_ended', {}, { trouble: { kind: 'session_ended' } }],
  ['no connection', 'connection_trouble', {}, { trouble: { kind: 'offline' } }],
  ['an error of ours', 'connection_trouble', {}, { trouble: { kind: 'server' } }],
  ['a pause', 'rate_limited', {}, { trouble: { kind: 'rate_limited', waitMs: 1, over: false } }],
];

describe('the mandate page', () => {
  it.each(ROWS)('in the case "%s" shows the screen %s', (_what, screen, mandate, state) => {
    const view = aMandate(mandate);
    expect(mandateScreenOf({ ...INITIAL_STATE, view, ...state })).toBe(screen);
  });

  it('shows a placeholder until the mandate is loaded', () => {
    expect(mandateScreenOf(INITIAL_STATE)).toBe('loading');
  });

  it('covers each of its screens with at least one case', () => {
    const reached = new Set(ROWS.map(([, screen]) => screen)).add('loading');
    expect([...reached].sort()).toEqual(Object.keys(MANDATE_SCREENS).sort());
  });

  it('does not ask for optional checklist items', () => {
    const optional = { ...aFactor('USER_IDENTIFICATION'), required: 'OPTIONAL' as const };
    const view = aMandate({ auth_checklist: [optional] });
    expect(mandateScreenOf({ ...INITIAL_STATE, view })).toBe('processing');
  });
});
