import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import { aView, anAttempt, FakeServer } from './fakes.js';
import { FakeAddressBar, FakeSlot, ManualTimers, settled } from '../../../shared/fakes.js';
import { HostedApi } from '../api/hosted-api.js';
import { PageSessions } from '../../../shared/session/page-sessions.js';
import { PayPage } from './pay-page.js';
import { screenOf } from './screen-of.js';

const TRANSFER: AvailablePaymentMethod = {
  payment_method_type: 'MANUAL',
  recurring: false,
  payment_account_id: 'account-1',
};
const awaiting: HostedView = aView({
  attempt: {
    ...anAttempt('CREATED'),
    payment_method_type: 'MANUAL',
    transfer: { recipient_name: 'Shop', account_number: '1', reference: '9X4K Q2V7 M3TB' },
  },
});

let server: FakeServer;
let timers: ManualTimers;
beforeEach(() => {
  server = new FakeServer();
  timers = new ManualTimers();
});

async function open(): Promise<PayPage> {
  const page = new PayPage({
    api: new HostedApi(server.fetch),
    sessions: new PageSessions(new FakeSlot()),
    address: new FakeAddressBar('https://pages.example/hosted/pay?token=t'),
    timers,
    nowMs: () => 0,
    browser: () => ({ language: 'en', screen: '1x1' }),
  });
  await page.start();
  await settled();
  return page;
}

describe('a payer who pays by transfer', () => {
  it('sees what to transfer, and the page submits nothing', async () => {
    const page = await open();
    server.current = awaiting;
    await page.tap(TRANSFER);
    expect([screenOf(page.state), page.state.paying]).toEqual(['transfer', 'idle']);
    expect(server.calls.at(-2)).toMatchObject({
      operation: 'select_payment_method',
      body: { payment_method_type: 'MANUAL' },
    });
    expect(server.count('submit_payment_method')).toBe(0);
  });

  it('sees the same transfer after a reload, and no card is selected instead', async () => {
    server.current = awaiting;
    const page = await open();
    expect(screenOf(page.state)).toBe('transfer');
    expect(server.count('select_payment_method')).toBe(0);
  });

  it('sees the transfer arrive', async () => {
    server.current = awaiting;
    const page = await open();
    server.current = aView({ status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' });
    await page.resume();
    expect(screenOf(page.state)).toBe('success');
  });

  it('can choose another payment method', async () => {
    server.current = awaiting;
    const page = await open();
    server.on('change_payment_method', () => Response.json(aView()));
    await page.leaveTransfer();
    await settled();
    expect(screenOf(page.state)).toBe('card_form');
    expect(server.count('select_payment_method')).toBe(1);
  });

  it('stays on the result when the transfer has arrived meanwhile', async () => {
    server.current = awaiting;
    const page = await open();
    server.current = aView({ status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' });
    server.refuses('change_payment_method', 400);
    await page.leaveTransfer();
    expect(screenOf(page.state)).toBe('success');
  });
});
