import { GatewayUnavailable, type CardAnswer } from '../src/cards/card-gateways/ports.js';
import {
  collect,
  LONG_AGO,
  requestsTo,
  type Capability,
  type ConnectedGateway,
} from './connected-gateway.fixture.js';
import { itCallsBack } from './describe-card-call-backs.fixture.js';
import { CARDS } from './payer.fixture.js';

const MORE_THAN_A_PAGE = 101;

/**
 * What every card gateway behind the port must do. Money is never taken twice, nor silently.
 * @param lacks what this gateway cannot do, so that nothing is tried of it
 */
export function describeCardGatewayConnector(
  name: string,
  subject: () => ConnectedGateway,
  lacks: readonly Capability[] = [],
): void {
  const can = (capability: Capability) => !lacks.includes(capability);
  const dinars = can('last-thousandth') ? 1_234 : 1_230;
  const { newReference, gateway, requestOf, typed, list, settled, store } = requestsTo(subject);

  describe(`card gateway connector ${name}`, () => {
    it.each([
      [12_345, 'HKD'],
      [900, 'JPY'],
      [dinars, 'KWD'],
    ])('authorizes and captures exactly %d minor units of %s, once', async (amount, currency) => {
      const request = await typed(CARDS.good, { amount, currency });
      const asked = [await gateway().authorize(request), await gateway().authorize(request)];
      expect(asked.map(({ gatewayStatus }) => gatewayStatus)).toEqual(['AUTHORIZED', 'AUTHORIZED']);
      expect(await settled(request.reference)).toEqual([]);
      const taken = [await gateway().capture(request), await gateway().capture(request)];
      expect(taken.map(({ gatewayStatus }) => gatewayStatus)).toEqual(['CAPTURED', 'CAPTURED']);
      expect(await settled(request.reference)).toMatchObject([
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
    });

    if (can('card-details')) {
      it('reports card and processor in the terms of the interface', async () => {
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
      });
    }

    if (can('browser')) {
      it('reports the browser only for a card that was typed in one', async () => {
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
      });
    }

    it.each([
      [CARDS.declined, 'PAYMENT_METHOD_DECLINED'],
      [CARDS.poor, 'INSUFFICIENT_FUNDS'],
      [CARDS.expired, 'PAYMENT_METHOD_EXPIRED'],
    ])('reports why %s was declined', async (number, code) => {
      const request = await typed(number);
      const { gatewayStatus, failure } = await gateway().authorize(request);
      expect([gatewayStatus, failure?.code]).toEqual(['DECLINED', code]);
      expect(failure?.explanation).not.toBe('');
      expect((await gateway().find(request)).gatewayStatus).toBe('DECLINED');
    });

    it.each([
      ['approve', 'AUTHORIZED'],
      ['refuse', 'DECLINED'],
    ] as const)('sends the payer to the bank, who may %s', async (decision, gatewayStatus) => {
      const request = await typed(CARDS.challenged);
      const asked = await gateway().authorize(request);
      expect(asked.gatewayStatus).toBe('ACTION_REQUIRED');
      await subject().decide(asked.redirectUrl ?? '', decision);
      const decided = await gateway().find(request);
      expect(decided.gatewayStatus).toBe(gatewayStatus);
      if (gatewayStatus === 'DECLINED') expect(decided.failure?.code).toBe('AUTHENTICATION_FAILED');
    });

    it('voids an authorization, and captures nothing afterwards', async () => {
      const request = await typed(CARDS.good);
      await gateway().authorize(request);
      expect((await gateway().void(request)).gatewayStatus).toBe('VOIDED');
      expect((await gateway().void(request)).gatewayStatus).toBe('VOIDED');
      expect((await gateway().capture(request)).gatewayStatus).toBe('VOIDED');
      expect(await settled(request.reference)).toEqual([]);
    });

    it.each([
      [12_345, 'HKD'],
      [900, 'JPY'],
      [dinars, 'KWD'],
    ])(
      'refunds %d minor units of %s once, however often the request is repeated',
      async (amount, currency) => {
        const request = await typed(CARDS.good, { amount, currency });
        await gateway().authorize(request);
        await gateway().capture(request);
        const refund = { refundReference: newReference(), amount, currency };
        expect((await gateway().refund(request, refund)).gatewayStatus).toBe('REFUNDED');
        expect((await gateway().refund(request, refund)).gatewayStatus).toBe('REFUNDED');
        const lines = await settled(request.reference);
        expect(lines.map((line) => [line.kind, line.amount])).toEqual([
          ['CHARGE', amount],
          ['REFUND', amount],
        ]);
      },
    );

    it('refunds a part and then the rest, and no more than was charged', async () => {
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
      const sides = await settled(request.reference);
      expect(sides.map((line) => [line.kind, line.amount])).toEqual([
        ['CHARGE', 1_000],
        ['REFUND', 400],
        ['REFUND', 600],
      ]);
    });

    it('takes no money by preparing, and answers for what it prepared as if it knew nothing', async () => {
      const request = await typed(CARDS.good);
      expect((await gateway().find(request)).gatewayStatus).toBe('NOT_SEEN');
      expect(await settled(request.reference)).toEqual([]);
      const lost = { ...request, gatewayReference: null };
      expect((await gateway().find(lost)).gatewayStatus).toBe('NOT_SEEN');
      const again = await gateway().prepare(lost);
      expect(again === null).toBe(request.gatewayReference === null);
      await gateway().authorize(request);
      await gateway().capture(request);
      expect(await settled(request.reference)).toHaveLength(1);
    });

    it('does not authorize what it voided before it was confirmed', async () => {
      const request = await typed(CARDS.good);
      if (request.gatewayReference === null) return;
      expect((await gateway().void(request)).gatewayStatus).toBe('VOIDED');
      expect((await gateway().authorize(request)).gatewayStatus).toBe('VOIDED');
      expect((await gateway().capture(request)).gatewayStatus).toBe('VOIDED');
      expect(await settled(request.reference)).toEqual([]);
    });

    it('takes the currencies that it names', () => {
      expect(['HKD', 'JPY', 'KWD'].map((currency) => gateway().supports(currency))).toEqual([
        true,
        true,
        true,
      ]);
    });

    it('forgets a stored card, however often it is asked', async () => {
      const { answer } = await store(CARDS.good);
      const { customerAppId } = subject();
      const integrationMetadata = answer.integrationMetadata ?? {};
      const card = { customerAppId, gatewayAccount: null, integrationMetadata };
      await gateway().forgetStored(card);
      await gateway().forgetStored(card);
      await gateway().forgetStored({ ...card, integrationMetadata: {} });
    });

    it('does not find a request that never arrived', async () => {
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

    if (can('lost-answers')) {
      it('has an unknown outcome when the answer is lost, and finds it afterwards', async () => {
        const request = await typed(CARDS.lost);
        await gateway().authorize(request);
        await expect(gateway().capture(request)).rejects.toThrow(GatewayUnavailable);
        expect((await gateway().find(request)).gatewayStatus).toBe('CAPTURED');
        expect(await settled(request.reference)).toHaveLength(1);
      });
    }

    if (can('failing-captures')) {
      it('reports an open decision, and a failed capture', async () => {
        expect((await gateway().authorize(await typed(CARDS.late))).gatewayStatus).toBe('PENDING');
        const failing = await typed(CARDS.captureFails);
        await gateway().authorize(failing);
        const { gatewayStatus, failure } = await gateway().capture(failing);
        expect([gatewayStatus, failure?.code]).toEqual([
          'CAPTURE_FAILED',
          'PAYMENT_METHOD_DECLINED',
        ]);
      });
    }

    it('stores a card and charges it without the payer', async () => {
      const { answer, source } = await store(CARDS.good);
      expect(answer.gatewayStatus).toBe('AUTHORIZED');
      const alone = { payerPresent: false, returnUrl: null };
      const request = await requestOf(source, alone);
      expect((await gateway().authorize(request)).gatewayStatus).toBe('AUTHORIZED');
      expect((await gateway().capture(request)).gatewayStatus).toBe('CAPTURED');
      expect(await settled(request.reference)).toHaveLength(1);
    });

    it('does not take a later charge that is declined, or that the bank asks the payer about', async () => {
      const alone = { payerPresent: false, returnUrl: null };
      const chargedLater = async (number: string) => {
        const { source } = await store(number);
        const request = await requestOf(source, alone);
        const answer = await gateway().authorize(request);
        expect(await settled(request.reference)).toEqual([]);
        return answer;
      };
      expect((await chargedLater('4000000000000341')).gatewayStatus).toBe('DECLINED');
      const asked = await chargedLater(subject().alwaysChallenged ?? CARDS.challenged);
      // Some gateways leave the question open, others end it at once.
      if (asked.gatewayStatus === 'ACTION_REQUIRED') return;
      expect(asked).toMatchObject({
        gatewayStatus: 'DECLINED',
        failure: { code: 'AUTHENTICATION_REQUIRED' },
      });
    });

    it('charges no card that another app stored', async () => {
      const { source } = await store(CARDS.good, { customerAppId: newReference() });
      const answer = await gateway().authorize(await requestOf(source));
      expect(answer.gatewayStatus).toBe('DECLINED');
    });

    it('shows a stored card to its own app only', async () => {
      const { answer } = await store(CARDS.good);
      const { customerAppId } = subject();
      const integrationMetadata = answer.integrationMetadata ?? {};
      const cardStatus = (app: string, metadata = integrationMetadata) =>
        gateway().statusOf({
          customerAppId: app,
          gatewayAccount: null,
          integrationMetadata: metadata,
        });
      expect(await cardStatus(customerAppId)).toBe('USABLE');
      expect(await cardStatus(newReference())).toBe('OF_ANOTHER_APP');
      const names = ['wallet', await subject().tokenize(CARDS.good), 'tok_none', '../x', 'a%00b'];
      for (const name of names) {
        const other = JSON.stringify(integrationMetadata).replace(storedId(answer), name);
        expect(await cardStatus(customerAppId, JSON.parse(other) as object)).toBe('NOT_STORED');
      }
      expect(await cardStatus(customerAppId, {})).toBe('NOT_STORED');
    });

    if (can('clock')) {
      it('reports when a stored card has expired', async () => {
        const { answer } = await store(CARDS.good);
        const { customerAppId } = subject();
        const integrationMetadata = answer.integrationMetadata ?? {};
        await subject().setClock(Date.UTC(2061, 0, 1) - Date.now());
        const cardStatus = await gateway().statusOf({
          customerAppId,
          gatewayAccount: null,
          integrationMetadata,
        });
        await subject().setClock(0);
        expect(cardStatus).toBe('EXPIRED');
      });
    }

    if (can('wallet')) {
      it('charges a wallet with one tap', async () => {
        const request = await requestOf({ kind: 'WALLET' });
        const answer = await gateway().authorize(request);
        expect(answer).toMatchObject({
          gatewayStatus: 'AUTHORIZED',
          cardDetails: null,
          walletDetails: { brand: 'Sandbox Wallet', country: 'HK' },
        });
        expect((await gateway().capture(request)).gatewayStatus).toBe('CAPTURED');
      });
    }

    it('refuses an invalid token', async () => {
      const answer = await gateway().authorize(
        await requestOf({ kind: 'TOKEN', token: 'tok_none' }),
      );
      expect([answer.gatewayStatus, answer.failure?.code]).toEqual([
        'DECLINED',
        'PAYMENT_METHOD_DECLINED',
      ]);
    });

    if (can('call-backs')) itCallsBack(subject);

    if (can('wallet')) {
      it('lists the settled payments of a period, oldest first, page by page', async () => {
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
      });
    }

    if (can('away')) {
      it('has an unknown outcome while the gateway is not available', async () => {
        const { away } = subject();
        const request = await requestOf({ kind: 'WALLET' });
        await expect(away.authorize(request)).rejects.toThrow(GatewayUnavailable);
        const { customerAppId } = request;
        const card = { customerAppId, gatewayAccount: null, integrationMetadata: {} };
        await expect(away.statusOf(card)).rejects.toThrow(GatewayUnavailable);
        await expect(away.find(request)).rejects.toThrow(GatewayUnavailable);
        const period = { customerAppId: request.customerAppId, from: LONG_AGO, to: new Date() };
        await expect(collect(away.listSettled(period))).rejects.toThrow(GatewayUnavailable);
      });
    }
  });
}

function storedId({ cardDetails }: CardAnswer): string {
  const details = cardDetails as { processor_details?: { token_id?: string } } | null;
  const id = details?.processor_details?.token_id;
  if (id === undefined) throw new Error('the gateway stored no card');
  return id;
}
