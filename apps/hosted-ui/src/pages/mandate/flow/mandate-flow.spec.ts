import { settled } from '../../../shared/fakes.js';
import { FakeMandateServer, refusal } from '../fake-mandate-server.js';
import { aChecklist, aFactor, aMandate, TEST_BANK } from '../fakes.js';
import type { MandateFlow } from './mandate-flow.js';
import { mandateScreenOf } from './screen-of.js';

const AUTH = 'POST /mandates/auth';
const VIEW = 'GET /mandates/hosted/view';
const ACCOUNT = { holder: 'Chan', number: '0123' };
const LOGIN = { userId: 'usergood', password: 'datagood' };
const AT_LOGIN = aMandate({
  status: 'AUTHORIZING',
  auth_checklist: aChecklist('ACCOUNT_IDENTIFICATION', 'ENDUSER_CONSENT'),
});
const AT_CODE = aMandate({
  status: 'AUTHORIZING',
  auth_checklist: [aFactor('ACCOUNTHOLDER_AUTHENTICATION', { value_members: ['otp'] })],
});

let server: FakeMandateServer;
beforeEach(() => {
  server = new FakeMandateServer();
});

const screenIn = (flow: MandateFlow) => mandateScreenOf(flow.state);

async function started(mandate = aMandate()) {
  server.mandate = mandate;
  const { flow, address } = server.open();
  await flow.start();
  return { flow, address };
}

describe('opening the mandate page', () => {
  it('exchanges the token once and takes it out of the address', async () => {
    const { flow, address } = await started();
    expect(address.href).not.toContain('token');
    expect(screenIn(flow)).toBe('account');
    await server.open(address.href).flow.start();
    expect(server.calls.filter((call) => call.endsWith('/session'))).toHaveLength(1);
  });

  it('continues when the same link is opened again in the same tab', async () => {
    await started();
    server.answers.set('POST /mandates/hosted/session', () => refusal(401, 'TOKEN_EXPIRED'));
    const again = server.open();
    await again.flow.start();
    expect(screenIn(again.flow)).toBe('account');
    const other = server.open('https://pages.example/hosted/mandate?token=app.other.proof');
    await other.flow.start();
    expect(screenIn(other.flow)).toBe('invalid_link');
  });

  it('shows connection trouble, and tries again with the same token', async () => {
    server.answers.set('POST /mandates/hosted/session', () => 'no_answer');
    const { flow, address } = await started();
    expect(screenIn(flow)).toBe('connection_trouble');
    expect(address.href).toContain('token');
    server.answers.clear();
    await flow.retry();
    expect(screenIn(flow)).toBe('account');
  });

  it('shows that the session has ended when it ends', async () => {
    const { flow } = await started();
    server.nowMs = 1_800_000;
    await server.timers.pass(1_800_000);
    expect(screenIn(flow)).toBe('session_ended');
  });

  it('warns before its session ends, and extends it when the payer stays', async () => {
    const { flow } = await started();
    await server.timers.pass(1_680_000);
    expect(flow.state.ending?.phase).toBe('soon');
    server.nowMs = 1_700_000;
    await flow.stay();
    expect(flow.state.ending).toEqual({ phase: 'extended', endsAtMs: 3_500_000 });
    server.nowMs = 1_800_000;
    await server.timers.pass(120_000);
    expect(screenIn(flow)).toBe('account');
    server.nowMs = 3_500_000;
    await server.timers.pass(1_700_000);
    expect(screenIn(flow)).toBe('session_ended');
  });

  it('distinguishes a mandate that is set up here from one that was set up before', async () => {
    const { flow } = await started();
    server.mandate = aMandate({ status: 'SUCCEEDED' });
    await flow.resume();
    expect(screenIn(flow)).toBe('success');
    const later = new FakeMandateServer();
    later.mandate = server.mandate;
    const { flow: other } = later.open();
    await other.start();
    expect(screenIn(other)).toBe('already_done');
  });
});

describe('choosing a bank for a mandate', () => {
  it('stays on the list with a notice when the bank cannot be reached', async () => {
    const { flow } = await started(aMandate({ institution: undefined }));
    server.answers.set('POST /mandates/institution_selection', () =>
      refusal(400, 'INSTITUTION_UNAVAILABLE'),
    );
    await flow.choose(TEST_BANK);
    expect([screenIn(flow), flow.state.notice]).toEqual(['institution', 'bank_down']);
  });

  it('clears the account that was typed for the previous bank', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    flow.changeInstitution();
    await flow.choose(TEST_BANK);
    expect([screenIn(flow), flow.state.account]).toEqual(['account', null]);
  });
});

describe('agreeing to a mandate', () => {
  it('sends nothing before the consent, and the account with the consent', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    expect(server.calls).not.toContain(AUTH);
    server.answers.set(AUTH, () => {
      server.mandate = AT_LOGIN;
      return Response.json({});
    });
    await flow.agree();
    expect([screenIn(flow), flow.state.sending.what]).toEqual(['login', 'nothing']);
  });

  it('sends the consent once, however often the button is pressed', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    await Promise.all([flow.agree(), flow.agree(), flow.decline()]);
    expect(server.calls.filter((call) => call === AUTH)).toHaveLength(1);
    expect(server.calls.filter((call) => call.endsWith('/leave'))).toHaveLength(0);
  });

  it('returns to the account form with the typed values when the account is refused', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    server.answers.set(AUTH, () => refusal(400, 'INVALID_REQUEST'));
    await flow.agree();
    expect([screenIn(flow), flow.state.notice]).toEqual(['account', 'account_refused']);
    expect(flow.state.account).toEqual(ACCOUNT);
  });

  it('keeps the consent and the account when the payer’s own limit is refused', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    server.answers.set(AUTH, () => refusal(400, 'TRANSACTION_LIMIT_EXCEEDED'));
    await flow.agree(50_001);
    expect([screenIn(flow), flow.state.notice]).toEqual(['consent', 'limit_refused']);
    expect(flow.state.account).toEqual(ACCOUNT);
  });

  it('shows the consent again when its text has changed, and keeps the account', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    server.answers.set(AUTH, () => {
      const { consent } = server.mandate;
      server.mandate = { ...server.mandate, consent: { ...consent, text: 'I agree to more.' } };
      return refusal(400, 'CONSENT_TEXT_CHANGED');
    });
    await flow.agree();
    expect([screenIn(flow), flow.state.notice]).toEqual(['consent', 'consent_changed']);
    expect(flow.state.view?.consent.text).toBe('I agree to more.');
    expect(flow.state.account).toEqual(ACCOUNT);
  });

  it('loads what happened when the answer is lost', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    server.answers.set(AUTH, () => {
      server.mandate = AT_LOGIN;
      return 'no_answer';
    });
    await flow.agree();
    expect([screenIn(flow), flow.state.notice]).toEqual(['login', null]);
  });

  it('reports that nothing was sent when nothing arrived', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    server.answers.set(AUTH, () => 'no_answer');
    await flow.agree();
    expect([screenIn(flow), flow.state.notice]).toEqual(['consent', 'not_sent']);
  });

  it('does not claim that nothing arrived when the server cannot be reached', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    for (const operation of [AUTH, VIEW]) server.answers.set(operation, () => 'no_answer');
    await flow.agree();
    expect([screenIn(flow), flow.state.notice]).toEqual(['consent', 'no_answer']);
    server.answers.clear();
    server.mandate = AT_LOGIN;
    await flow.resume();
    expect([screenIn(flow), flow.state.notice]).toEqual(['login', null]);
  });

  it('distinguishes a server error from a lost connection', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    server.answers.set(AUTH, () => refusal(503, 'SERVICE_UNAVAILABLE'));
    await flow.agree();
    expect([screenIn(flow), flow.state.notice]).toEqual(['consent', 'our_fault']);
  });

  it('shows no refusal when the mandate has moved on', async () => {
    const { flow } = await started();
    flow.enterAccount(ACCOUNT);
    server.answers.set(AUTH, () => {
      server.mandate = AT_LOGIN;
      return refusal(400, 'INVALID_REQUEST');
    });
    await flow.agree();
    expect([screenIn(flow), flow.state.notice]).toEqual(['login', null]);
  });

  it('can be declined and then reconsidered', async () => {
    const { flow } = await started();
    await flow.decline();
    expect(screenIn(flow)).toBe('declined');
    expect(server.calls).toContain('POST /mandates/hosted/leave');
    flow.reconsider();
    expect(screenIn(flow)).toBe('account');
  });
});

describe('signing in at the bank of a mandate', () => {
  it('keeps the login only while the code is requested', async () => {
    const { flow } = await started(AT_LOGIN);
    server.mandate = AT_CODE;
    await flow.signIn(LOGIN);
    expect([screenIn(flow), flow.state.login]).toEqual(['code', LOGIN]);
    server.mandate = aMandate({ status: 'PROCESSING' });
    await flow.enterCode('123456');
    expect([screenIn(flow), flow.state.login]).toEqual(['processing', null]);
    expect(server.slot.text).not.toContain('datagood');
  });

  it.each([
    ['CREDENTIALS_INVALID', 'credentials'],
    ['TOO_MANY_ATTEMPTS', 'too_many'],
    ['INSTITUTION_UNAVAILABLE', 'bank_down'],
    ['SOMETHING_NEW', 'not_accepted'],
  ])('with the refusal %s shows the notice %s', async (code, notice) => {
    const { flow } = await started(AT_LOGIN);
    server.answers.set(AUTH, () => refusal(400, code));
    await flow.signIn(LOGIN);
    expect([screenIn(flow), flow.state.notice, flow.state.login]).toEqual(['login', notice, null]);
  });

  it.each([
    ['CREDENTIALS_INVALID', 'code', 'code'],
    ['TOO_MANY_ATTEMPTS', 'login', 'too_many'],
  ])('with a code that gets %s leads to the screen %s', async (code, screen, notice) => {
    const { flow } = await started(AT_LOGIN);
    server.mandate = AT_CODE;
    await flow.signIn(LOGIN);
    server.answers.set(AUTH, () => refusal(400, code));
    await flow.enterCode('000000');
    expect([screenIn(flow), flow.state.notice]).toEqual([screen, notice]);
  });

  it('shows the failure of a mandate that failed meanwhile', async () => {
    const { flow } = await started(AT_LOGIN);
    server.mandate = aMandate({ status: 'FAILED', error: { error_code: 'TOO_MANY_ATTEMPTS' } });
    server.answers.set(AUTH, () => refusal(400, 'INVALID_MANDATE_STATUS'));
    await flow.signIn(LOGIN);
    expect(screenIn(flow)).toBe('failed');
  });
});

describe('waiting for the bank of a mandate', () => {
  it('polls until the bank has decided', async () => {
    const { flow } = await started(aMandate({ status: 'SUBMITTED' }));
    expect(screenIn(flow)).toBe('processing');
    await server.timers.pass(8_000);
    expect(screenIn(flow)).toBe('submitted');
    server.mandate = aMandate({ status: 'SUCCEEDED' });
    await server.timers.pass(2_000);
    expect(screenIn(flow)).toBe('success');
    const looks = server.calls.length;
    await server.timers.pass(60_000);
    expect(server.calls).toHaveLength(looks);
  });

  it('keeps the screen while the server cannot be reached', async () => {
    const { flow } = await started(aMandate({ status: 'SUBMITTED' }));
    server.answers.set('GET /mandates/hosted/view', () => 'no_answer');
    await server.timers.pass(2_000);
    expect([screenIn(flow), flow.state.unreachable]).toEqual(['processing', true]);
  });

  it('remembers across a reload that the payer was at the page of the bank', async () => {
    const url = 'https://bank.example/login?state=1';
    const option = { redirect_url: url };
    const { flow, address } = await started(
      aMandate({ auth_checklist: [aFactor('ACCOUNTHOLDER_AUTHENTICATION', option)] }),
    );
    flow.bankPageOpened(url);
    const reloaded = server.open(address.href);
    await reloaded.flow.start();
    expect(reloaded.flow.state.openedBankPage).toBe(url);
    expect(screenIn(reloaded.flow)).toBe('bank_page');
  });

  it('informs a payer who returns without an approval, and only once', async () => {
    const option = { redirect_url: 'https://bank.example/login?state=1' };
    const { address } = await started(
      aMandate({ auth_checklist: [aFactor('ACCOUNTHOLDER_AUTHENTICATION', option)] }),
    );
    const back = server.open(`${address.href}${address.href.includes('?') ? '&' : '?'}from_bank=1`);
    await back.flow.start();
    expect([screenIn(back.flow), back.flow.state.notice]).toEqual(['bank_page', 'not_approved']);
    const reloaded = server.open(back.address.href);
    await reloaded.flow.start();
    expect([screenIn(reloaded.flow), reloaded.flow.state.notice]).toEqual(['bank_page', null]);
    server.mandate = aMandate({ status: 'SUBMITTED' });
    const approved = server.open(`${reloaded.address.href}?from_bank=1`);
    await approved.flow.start();
    expect([screenIn(approved.flow), approved.flow.state.notice]).toEqual(['processing', null]);
  });

  it('does not ask a payer who has nothing left to do to begin again', async () => {
    const { flow } = await started(aMandate({ status: 'SUBMITTED' }));
    await server.timers.pass(60_000);
    server.nowMs = 1_800_000;
    await server.timers.pass(1_800_000);
    await flow.resume();
    expect(screenIn(flow)).toBe('submitted');
    const looks = server.calls.length;
    await server.timers.pass(60_000);
    expect(server.calls).toHaveLength(looks);
  });

  it('notifies no watcher after it was stopped', async () => {
    const { flow } = await started(aMandate({ status: 'SUBMITTED' }));
    let reported = 0;
    flow.watch(() => (reported += 1));
    flow.stop();
    await server.timers.pass(10_000);
    await settled();
    expect(reported).toBe(0);
  });
});
