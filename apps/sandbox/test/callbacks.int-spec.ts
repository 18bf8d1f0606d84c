import { createHmac } from 'node:crypto';

import { eventually } from '@towpath/testing';

import {
  type AuthorizationInput,
  CallbackReceiver,
  Merchant,
  SECRET,
  testSandbox,
  type TestSandbox,
} from './sandbox.fixture.js';

describe('GW1 call-backs', () => {
  let sandbox: TestSandbox;
  let receiver: CallbackReceiver;
  let merchant: Merchant;

  beforeAll(async () => {
    sandbox = await testSandbox();
    receiver = await CallbackReceiver.start();
    merchant = new Merchant(sandbox.url, receiver.url);
  });
  afterAll(async () => {
    await sandbox.end();
    await receiver.stop();
  });

  const arrived = (reference: unknown, count: number) =>
    eventually(
      () => {
        const events = receiver.eventsOf(reference);
        return events.length >= count && events;
      },
      { describe: () => `${count} call-backs; here: ${receiver.eventsOf(reference).join()}` },
    );

  async function challenged(change: AuthorizationInput = {}) {
    const { body } = await merchant.authorize('4000002500003155', change);
    const { redirect_url: page } = body['action'] as { redirect_url: string };
    const decide = (decision: string) =>
      fetch(page, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ decision }),
      });
    return { reference: body['reference'], page, decide };
  }

  it('an approval sends a call-back whose signature covers the received bytes', async () => {
    const { reference, decide } = await challenged({ store: true });
    const answer = await decide('approve');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `https://shop.test/back?cart=7&attempt=${String(reference)}`,
    ]);
    expect(await arrived(reference, 1)).toEqual(['authorized']);
    const callback = receiver.received.find(({ body }) => body['reference'] === reference);
    expect(callback?.body).toMatchObject({
      event_id: expect.stringMatching(/^evt_/u),
      payment_id: `payment-of-${String(reference)}`,
      customer_app_id: merchant.customerAppId,
      occurred_at: expect.stringMatching(/Z$/u),
      amount: 1234,
      currency: 'HKD',
      auth_code: expect.any(String),
      stored_payment_method_id: expect.stringMatching(/^pm_/u),
    });
    const [, t, v1] =
      /^t=(\d+),v1=([0-9a-f]{64})$/u.exec(String(callback?.headers['gw-signature'])) ?? [];
    const mac = createHmac('sha256', SECRET).update(`${t}.${callback?.text}`).digest('hex');
    expect(v1).toBe(mac);
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(60);
    expect((await merchant.act(reference, 'capture')).body['status']).toBe('captured');
  });

  it('a refusal sends a call-back with its reason', async () => {
    const { reference, decide } = await challenged();
    await decide('refuse');
    await arrived(reference, 1);
    expect((await merchant.find(reference)).body).toMatchObject({
      status: 'declined',
      decline: { decline_code: 'authentication_failed', result_code: '1A' },
    });
  });

  it('the first decision of the cardholder is final', async () => {
    const { reference, decide } = await challenged();
    await Promise.all([decide('approve'), decide('approve')]);
    const late = await decide('refuse');
    expect(late.status).toBe(303);
    expect((await merchant.find(reference)).body['status']).toBe('authorized');
    await merchant.act(reference, 'capture');
    expect(receiver.eventsOf(reference)).toEqual(['authorized']);
  });

  it('a decision about a cancelled request changes nothing', async () => {
    const { reference, decide } = await challenged();
    await merchant.act(reference, 'void');
    await decide('approve');
    expect((await merchant.find(reference)).body['status']).toBe('voided');
  });

  it('a change in an answer sends no call-back, even if the answer is lost', async () => {
    const usual = await merchant.authorize('4242424242424242');
    await merchant.act(usual.body['reference'], 'capture');
    const lost = await merchant.authorize('4000000000000119');
    await expect(merchant.act(lost.body['reference'], 'capture')).rejects.toThrow();
    const { reference, decide } = await challenged();
    await decide('approve');
    await arrived(reference, 1);
    expect(receiver.eventsOf(usual.body['reference'])).toEqual([]);
    expect(receiver.eventsOf(lost.body['reference'])).toEqual([]);
  });

  it('call-backs of card 0127 come repeated and out of order, always alike, with one event ID per kind', async () => {
    for (const verb of ['capture', 'void'] as const) {
      const { body } = await merchant.authorize('4000000000000127');
      const { reference } = body;
      await merchant.act(reference, verb);
      const late = verb === 'capture' ? 'captured' : 'voided';
      expect(await arrived(reference, 6)).toEqual([
        late,
        'authorized',
        late,
        'authorized',
        'authorized',
        late,
      ]);
      const sent = receiver.received.filter((each) => each.body['reference'] === reference);
      expect(new Set(sent.map((each) => each.body['event_id'])).size).toBe(2);
      expect(new Set(sent.map((each) => each.text)).size).toBe(2);
    }
  });

  it('call-backs about a set-up and a refund of card 0127 are repeated', async () => {
    const setUp = await merchant.authorize('4000000000000127', { purpose: 'SETUP', amount: 0 });
    expect(await arrived(setUp.body['reference'], 3)).toEqual(Array(3).fill('authorized'));
    const { body } = await merchant.authorize('4000000000000127');
    await merchant.act(body['reference'], 'capture');
    await merchant.refund(body['reference'], { refund_reference: 'r1', amount: 1234 });
    const events = await arrived(body['reference'], 9);
    expect(events.slice(6)).toEqual(Array(3).fill('refunded'));
  });

  it('a call-back is repeated until 2xx, and later ones of its reference wait', async () => {
    const { body } = await merchant.authorize('4000000000000127');
    receiver.answers.push(500, 302);
    await merchant.act(body['reference'], 'capture');
    const order = ['captured', 'authorized', 'captured', 'authorized', 'authorized', 'captured'];
    expect(await arrived(body['reference'], 8)).toEqual(['captured', 'captured', ...order]);
  });

  it('no call-back is sent again while its answer is awaited', async () => {
    const release = Promise.withResolvers<void>();
    receiver.held = release.promise;
    const { reference, decide } = await challenged();
    await decide('approve');
    await arrived(reference, 1);
    const run = await fetch(`${sandbox.internalUrl}/internal/clock/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer_app_id: merchant.customerAppId, offset_ms: 0 }),
    });
    expect(await run.json()).toEqual({ handled: 0 });
    receiver.held = undefined;
    release.resolve();
    const quiescence = `${sandbox.internalUrl}/internal/quiescence`;
    await eventually(async () => (await (await fetch(quiescence)).text()).includes('"outbox":0'));
    expect(receiver.eventsOf(reference)).toEqual(['authorized']);
  });

  it('call-backs that were not delivered are sent after a restart', async () => {
    const port = Number(new URL(receiver.url).port);
    await receiver.stop();
    const { reference, decide } = await challenged();
    await decide('approve');
    await sandbox.stop();
    receiver = await CallbackReceiver.start(port);
    await sandbox.start();
    expect(await arrived(reference, 1)).toEqual(['authorized']);
  });
});
