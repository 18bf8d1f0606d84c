import type { Attempt, HostedView } from '../api/hosted-view.js';
import { aView } from './fakes.js';
import { FakeAddressBar, FakeSlot, ManualTimers, settled } from '../../../shared/fakes.js';
import { HostedApi } from '../api/hosted-api.js';
import { PageSessions } from '../../../shared/session/page-sessions.js';
import { PayPage } from './pay-page.js';
import { screenOf } from './screen-of.js';

const DEBIT = {
  payment_method_type: 'MANDATE',
  recurring: true,
  payment_account_id: 'account-1',
} as const;
const attempt = (status: string): Attempt => ({
  attempt_id: 'attempt-1',
  payment_method_type: 'MANDATE',
  status,
});

/** A link that offers direct debit alone. */
class FakeLink {
  view: HostedView = aView();
  readonly calls: string[] = [];
  readonly slot = new FakeSlot();
  readonly timers = new ManualTimers();

  async open(href = 'https://pages.example/hosted/pay?token=t') {
    const page = new PayPage({
      api: new HostedApi((input) => this.answer(String(input))),
      sessions: new PageSessions(this.slot),
      address: new FakeAddressBar(href),
      timers: this.timers,
      nowMs: () => 0,
      browser: () => ({ language: 'en', screen: '1x1' }),
    });
    await page.start();
    await settled();
    return page;
  }

  private answer(path: string): Promise<Response> {
    const operation = path.replace('/payment_links/hosted/', '');
    this.calls.push(operation);
    const answers: Readonly<Record<string, object>> = {
      session: { access_token: 'access-1', token_type: 'Bearer', expires_in: 1_800 },
      view: this.view,
      available_payment_methods: { available_payment_methods: [DEBIT] },
      select_payment_method: { attempt_id: 'attempt-1', mandate_token: 'mandate-token-1' },
    };
    return Promise.resolve(Response.json(answers[operation] ?? {}));
  }
}

let link: FakeLink;
beforeEach(() => {
  link = new FakeLink();
});

async function atTheSteps() {
  const page = await link.open();
  await page.tap(DEBIT);
  link.view = aView({ attempt: attempt('AUTHORIZATION_REQUIRED') });
  return page;
}

describe('paying by direct debit', () => {
  it('opens the steps of the mandate, and submits nothing by itself', async () => {
    const page = await atTheSteps();
    expect(screenOf(page.state)).toBe('mandate');
    expect(page.state.mandate).toEqual({ attemptId: 'attempt-1', token: 'mandate-token-1' });
    expect(link.calls).not.toContain('submit_payment_method');
  });

  it('continues after a reload, as when the payer comes back from the bank', async () => {
    await atTheSteps();
    const reloaded = await link.open('https://pages.example/hosted/pay');
    expect(screenOf(reloaded.state)).toBe('mandate');
    expect(reloaded.state.mandate?.token).toBe('mandate-token-1');
  });

  it('waits for the link once the steps of the mandate are complete', async () => {
    const page = await atTheSteps();
    page.mandateGiven();
    await settled();
    expect(screenOf(page.state)).toBe('processing');
    link.view = aView({ session_status: 'PROCESSING', attempt: attempt('PROCESSING') });
    await link.timers.pass(2_000);
    expect(screenOf(page.state)).toBe('processing');
    link.view = aView({ status: 'PAID', session_status: 'COMPLETE', attempt: attempt('EXECUTED') });
    await link.timers.pass(2_000);
    expect(screenOf(page.state)).toBe('success');
  });

  it('shows a refusal of the bank, and allows another attempt', async () => {
    const page = await atTheSteps();
    page.mandateGiven();
    link.view = aView({ session_status: 'FAILED', attempt: attempt('FAILED') });
    await link.timers.pass(2_000);
    expect(screenOf(page.state)).toBe('failed');
    page.payAgain();
    expect(screenOf(page.state)).toBe('card_form');
  });

  it('offers the other payment methods to a payer who does not agree', async () => {
    const page = await atTheSteps();
    page.leaveMandate();
    await settled();
    expect(screenOf(page.state)).toBe('card_form');
    const reloaded = await link.open('https://pages.example/hosted/pay');
    expect(screenOf(reloaded.state)).toBe('card_form');
  });
});
