import { GatewayUnavailable } from '../src/cards/card-gateways/ports.js';
import { addCaptureChecks } from './capture-checks.fixture.js';
import { CARDS } from './cards.fixture.js';
import { CheckList, type GatewayCheck } from './check-list.fixture.js';
import {
  collect,
  LONG_AGO,
  requestsTo,
  type ConnectedGateway,
} from './connected-gateway.fixture.js';
import { callsBack } from './describe-card-call-backs.fixture.js';
import { addStoredCardChecks } from './stored-card-checks.fixture.js';

const MORE_THAN_A_PAGE = 101;

const AMOUNTS: readonly [number, string][] = [
  [12_345, 'HKD'],
  [900, 'JPY'],
  [1_230, 'KWD'],
];
const THOUSANDTHS: readonly [number, string][] = [[1_234, 'KWD']];

/**
 * What every card gateway behind the port must do. Money is never taken twice, nor silently.
 * The checks are independent of each other.
 */
export function cardGatewayChecks(subject: () => ConnectedGateway): readonly GatewayCheck[] {
  const checks = new CheckList();
  const { newReference, gateway, requestOf, typed, list, settled, store } = requestsTo(subject);

  const captures = async (amount: number, currency: string) => {
    const request = await typed(CARDS.good, { amount, currency });
    const asked = [await gateway().authorize(request), await gateway().authorize(request)];
    expect(asked.map(({ gatewayStatus }) => gatewayStatus)).toEqual(['AUTHORIZED', 'AUTHORIZED']);
    expect(await settled(request.reference)).toEqual([]);
    const taken = [await gateway().capture(request), await gateway().capture(request)];
    expect(taken.map(({ gatewayStatus }) => gatewayStatus)).toEqual(['CAPTURED', 'CAPTURED']);
    expect(await settled(request.reference, 1)).toMatchObject([
      {
        entryId: expect.any(String) as string,
        reference: request.reference,
        // Restored books may lack both: without them the gateway could not be asked.
        gatewayReference: request.gatewayReference,
        gatewayAccount: request.gatewayAccount,
        paymentId: request.paymentId,
        kind: 'CHARGE',
        amount,
        currency,
        settledAt: expect.any(Date) as Date,
      },
    ]);
  };
  const CAPTURES = 'authorizes and captures exactly %d minor units of %s, once';
  checks.each(AMOUNTS, CAPTURES, captures);
  checks.each(THOUSANDTHS, CAPTURES, captures, 'last-thousandth');

  checks.it(
    'reports card and processor in the terms of the interface',
    async () => {
      const answer = await gateway().authorize(await typed(CARDS.good));
      expect(answer.cardDetails).toMatchObject({
        brand: 'Visa',
        last4: '4242',
        expiry_month: 12,
        expiry_year: 2060,
        funding: 'CREDIT',
        country: 'HK',
        fingerprint: expect.any(String) as string,
      });
      expect(answer.processorDetails).toMatchObject({
        processor_id: gateway().integrationId,
        auth_code: expect.any(String) as string,
        processor_reference: expect.any(String) as string,
      });
      expect(answer.walletDetails).toBeNull();
      expect(answer.integrationMetadata).toBeNull();
    },
    'card-details',
  );

  checks.it(
    'reports the browser only for a card that was typed in one',
    async () => {
      const request = await typed(CARDS.good);
      const riskData = {
        processor_risk_data: {
          browser_type: 'Chrome',
          device_type: 'mobile',
          shopper_country: 'HK',
          shopper_ip: '127.0.0.1',
          shopper_locale: 'zh-HK',
        },
      };
      expect((await gateway().authorize(request)).riskData).toEqual(riskData);
      expect((await gateway().find(request)).riskData).toEqual(riskData);
      const { source } = await store(CARDS.good);
      const later = await gateway().authorize(await requestOf(source, { payerPresent: false }));
      expect([later.gatewayStatus, later.riskData]).toEqual(['AUTHORIZED', null]);
      const tapped = await gateway().authorize(await requestOf({ kind: 'WALLET' }));
      expect([tapped.gatewayStatus, tapped.riskData]).toEqual(['AUTHORIZED', null]);
    },
    'browser',
  );

  checks.each(
    [
      [CARDS.declined, 'PAYMENT_METHOD_DECLINED'],
      [CARDS.poor, 'INSUFFICIENT_FUNDS'],
      [CARDS.expired, 'PAYMENT_METHOD_EXPIRED'],
    ],
    'reports why %s was declined',
    async (number, code) => {
      const request = await typed(number);
      const { gatewayStatus, failure } = await gateway().authorize(request);
      expect([gatewayStatus, failure?.code]).toEqual(['DECLINED', code]);
      expect(failure?.explanation).not.toBe('');
      expect((await gateway().find(request)).gatewayStatus).toBe('DECLINED');
    },
  );

  checks.each(
    [
      ['approve', 'AUTHORIZED'],
      ['refuse', 'DECLINED'],
    ],
    'sends the payer to the bank, who may %s',
    async (decision, gatewayStatus) => {
      const request = await typed(CARDS.challenged);
      const asked = await gateway().authorize(request);
      expect(asked.gatewayStatus).toBe('ACTION_REQUIRED');
      expect(asked.redirectUrl).toMatch(/^http/);
      await subject().decide(asked.redirectUrl ?? '', decision);
      const decided = await gateway().find(request);
      expect(decided.gatewayStatus).toBe(gatewayStatus);
      if (gatewayStatus === 'DECLINED') expect(decided.failure?.code).toBe('AUTHENTICATION_FAILED');
    },
  );

  checks.it('voids an authorization, and captures nothing afterwards', async () => {
    const request = await typed(CARDS.good);
    await gateway().authorize(request);
    expect((await gateway().void(request)).gatewayStatus).toBe('VOIDED');
    expect((await gateway().void(request)).gatewayStatus).toBe('VOIDED');
    expect((await gateway().capture(request)).gatewayStatus).toBe('VOIDED');
    expect(await settled(request.reference)).toEqual([]);
  });

  const refunds = async (amount: number, currency: string) => {
    const request = await typed(CARDS.good, { amount, currency });
    await gateway().authorize(request);
    await gateway().capture(request);
    const refund = { refundReference: newReference(), amount, currency };
    expect((await gateway().refund(request, refund)).gatewayStatus).toBe('REFUNDED');
    expect((await gateway().refund(request, refund)).gatewayStatus).toBe('REFUNDED');
    const lines = await settled(request.reference, 2);
    expect(lines.map((line) => [line.kind, line.amount])).toEqual([
      ['CHARGE', amount],
      ['REFUND', amount],
    ]);
  };
  const REFUNDS = 'refunds %d minor units of %s once, however often the request is repeated';
  checks.each(AMOUNTS, REFUNDS, refunds);
  checks.each(THOUSANDTHS, REFUNDS, refunds, 'last-thousandth');

  checks.it('refunds a part and then the rest, and no more than was charged', async () => {
    const request = await typed(CARDS.good, { amount: 1_000 });
    await gateway().authorize(request);
    await gateway().capture(request);
    const refund = (amount: number) =>
      gateway().refund(request, { refundReference: newReference(), amount, currency: 'HKD' });
    expect(await refund(400)).toEqual({ gatewayStatus: 'REFUNDED' });
    expect(await refund(601)).toEqual({
      gatewayStatus: 'REFUSED',
      failure: { code: 'REFUND_NOT_ALLOWED', explanation: expect.any(String) as string },
    });
    expect(await refund(600)).toEqual({ gatewayStatus: 'REFUNDED' });
    const sides = await settled(request.reference, 3);
    expect(sides.map((line) => [line.kind, line.amount])).toEqual([
      ['CHARGE', 1_000],
      ['REFUND', 400],
      ['REFUND', 600],
    ]);
  });

  checks.it(
    'takes no money by preparing, and answers for what it prepared as if it knew nothing',
    async () => {
      const request = await typed(CARDS.good);
      expect((await gateway().find(request)).gatewayStatus).toBe('NOT_SEEN');
      expect(await settled(request.reference)).toEqual([]);
      const lost = { ...request, gatewayReference: null };
      expect((await gateway().find(lost)).gatewayStatus).toBe('NOT_SEEN');
      const again = await gateway().prepare(lost);
      expect(again === null).toBe(request.gatewayReference === null);
      await gateway().authorize(request);
      await gateway().capture(request);
      expect(await settled(request.reference, 1)).toHaveLength(1);
    },
  );

  checks.it('does not authorize what it voided before it was confirmed', async () => {
    const request = await typed(CARDS.good);
    if (request.gatewayReference === null) return;
    expect((await gateway().void(request)).gatewayStatus).toBe('VOIDED');
    expect((await gateway().authorize(request)).gatewayStatus).toBe('VOIDED');
    expect((await gateway().capture(request)).gatewayStatus).toBe('VOIDED');
    expect(await settled(request.reference)).toEqual([]);
  });

  checks.it('takes the currencies that it names', () => {
    for (const [, currency] of AMOUNTS) expect(gateway().supports(currency)).toBe(true);
  });

  checks.it('does not find a request that never arrived', async () => {
    const key = {
      reference: newReference(),
      gatewayReference: null,
      customerAppId: subject().customerAppId,
      gatewayAccount: null,
      recurringPaymentMode: null,
    };
    expect((await gateway().find(key)).gatewayStatus).toBe('NOT_SEEN');
    expect((await gateway().capture(key)).gatewayStatus).toBe('NOT_SEEN');
  });

  checks.it(
    'has an unknown outcome when the answer is lost, and finds it afterwards',
    async () => {
      const request = await typed(CARDS.lost);
      await gateway().authorize(request);
      await expect(gateway().capture(request)).rejects.toThrow(GatewayUnavailable);
      expect((await gateway().find(request)).gatewayStatus).toBe('CAPTURED');
      expect(await settled(request.reference, 1)).toHaveLength(1);
    },
    'lost-answers',
  );

  addCaptureChecks(checks, subject);

  checks.it(
    'charges a wallet with one tap',
    async () => {
      const request = await requestOf({ kind: 'WALLET' });
      const answer = await gateway().authorize(request);
      expect(answer).toMatchObject({
        gatewayStatus: 'AUTHORIZED',
        cardDetails: null,
        walletDetails: { brand: 'Sandbox Wallet', country: 'HK' },
      });
      expect((await gateway().capture(request)).gatewayStatus).toBe('CAPTURED');
    },
    'wallet',
  );

  checks.it('refuses an invalid token', async () => {
    const answer = await gateway().authorize(await requestOf({ kind: 'TOKEN', token: 'tok_none' }));
    expect([answer.gatewayStatus, answer.failure?.code]).toEqual([
      'DECLINED',
      'PAYMENT_METHOD_DECLINED',
    ]);
  });

  checks.it('calls back, signed, for the reference and the app', callsBack(subject), 'call-backs');

  checks.it(
    'lists the settled payments of a period, oldest first, page by page',
    async () => {
      const from = new Date(
        Math.max(0, ...(await settled()).map(({ settledAt }) => +settledAt)) + 1,
      );
      const references = await Promise.all(
        Array.from({ length: MORE_THAN_A_PAGE }, async () => {
          const request = await requestOf({ kind: 'WALLET' }, { amount: 1 });
          await gateway().authorize(request);
          await gateway().capture(request);
          return request.reference;
        }),
      );
      const listed = await list(from);
      expect(listed.map(({ reference }) => reference).toSorted()).toEqual(references.toSorted());
      const times = listed.map(({ settledAt }) => settledAt.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(await list(LONG_AGO, LONG_AGO)).toEqual([]);
      expect(await list(LONG_AGO, undefined, newReference())).toEqual([]);
    },
    'wallet',
  );

  checks.it(
    'has an unknown outcome while the gateway is not available',
    async () => {
      const { away } = subject();
      const request = await requestOf({ kind: 'WALLET' });
      await expect(away.authorize(request)).rejects.toThrow(GatewayUnavailable);
      const { customerAppId } = request;
      const card = { customerAppId, gatewayAccount: null, integrationMetadata: {} };
      await expect(away.statusOf(card)).rejects.toThrow(GatewayUnavailable);
      await expect(away.find(request)).rejects.toThrow(GatewayUnavailable);
      const period = { customerAppId: request.customerAppId, from: LONG_AGO, to: new Date() };
      await expect(collect(away.listSettled(period))).rejects.toThrow(GatewayUnavailable);
    },
    'away',
  );
  addStoredCardChecks(checks, subject);
  return checks.checks;
}
