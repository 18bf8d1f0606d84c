import { newId, type PaymentAttemptId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import {
  GatewayUnavailable,
  type CardAnswer,
  type CardAuthorizationRequest,
  type CardGatewayConnector,
  type CardSource,
  type RawCallBack,
  type SettledEntry,
} from '../src/cards/card-gateways/ports.js';
import { CARDS } from './payer.fixture.js';

/** A connector with the gateway behind it. */
export interface ConnectedGateway {
  readonly connector: CardGatewayConnector;
  /** Unknown to the gateway before: its books begin empty. */
  readonly customerAppId: string;
  /** A one-time token as the card fields of this gateway give it. */
  tokenize(number: string): Promise<string>;
  /** Of the app, at the gateway. */
  setClock(offsetMs: number): Promise<void>;
  decide(page: string, decision: 'approve' | 'refuse'): Promise<unknown>;
  /** What reached the call-back address. */
  readonly callBacks: readonly RawCallBack[];
  /** The same connector, whose gateway is away. */
  readonly away: CardGatewayConnector;
}

const MORE_THAN_A_PAGE = 101;
const LONG_AGO = new Date(0);

/** What every card gateway behind the port must do. Money is never taken twice, nor silently. */
export function describeCardGatewayConnector(name: string, subject: () => ConnectedGateway): void {
  const newReference = () => newId<PaymentAttemptId>(new Date());
  const gateway = () => subject().connector;
  const requestOf = (
    source: CardSource,
    change: Partial<CardAuthorizationRequest> = {},
  ): CardAuthorizationRequest => {
    const reference = newReference();
    return {
      reference,
      recurringPaymentMode: null,
      paymentId: reference,
      customerAppId: subject().customerAppId,
      merchantAccount: 'ACCOUNT',
      merchantName: 'Harbour Books',
      amount: 12_345,
      currency: 'HKD',
      source,
      payerPresent: true,
      store: false,
      purpose: 'PAYMENT',
      returnUrl: 'https://shop.test/back',
      language: 'en',
      ...change,
    };
  };
  const typed = async (number: string, change: Partial<CardAuthorizationRequest> = {}) =>
    requestOf({ kind: 'TOKEN', token: await subject().tokenize(number) }, change);
  const list = (from: Date, to = new Date(Date.now() + 60_000), app = subject().customerAppId) =>
    collect(gateway().listSettled({ customerAppId: app, from, to }));
  const settled = async (reference?: string): Promise<SettledEntry[]> => {
    const entries = await list(LONG_AGO);
    return reference ? entries.filter((entry) => entry.reference === reference) : entries;
  };
  const store = async (number: string, change: Partial<CardAuthorizationRequest> = {}) => {
    const setUp = { purpose: 'SETUP', amount: 0, paymentId: null, store: true, ...change } as const;
    const request = await typed(number, setUp);
    const asked = await gateway().authorize(request);
    if (asked.redirectUrl === null) return { answer: asked, source: storedIn(asked) };
    await subject().decide(asked.redirectUrl, 'approve');
    const answer = await gateway().find(request);
    return { answer, source: storedIn(answer) };
  };

  describe(`card gateway connector ${name}`, () => {
    it.each([
      [12_345, 'HKD'],
      [900, 'JPY'],
      [1_234, 'KWD'],
    ])('authorizes and captures exactly %d minor units of %s, once', async (amount, currency) => {
      const request = await typed(CARDS.good, { amount, currency });
      const asked = [await gateway().authorize(request), await gateway().authorize(request)];
      expect(asked.map(({ gatewayStatus }) => gatewayStatus)).toEqual(['AUTHORIZED', 'AUTHORIZED']);
      expect(await settled(request.reference)).toEqual([]);
      const taken = [await gateway().capture(request), await gateway().capture(request)];
      expect(taken.map(({ gatewayStatus }) => gatewayStatus)).toEqual(['CAPTURED', 'CAPTURED']);
      expect(await settled(request.reference)).toEqual([
        {
          entryId: expect.any(String) as string,
          reference: request.reference,
          paymentId: request.paymentId,
          kind: 'CHARGE',
          amount,
          currency,
          settledAt: expect.any(Date) as Date,
        },
      ]);
    });

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
      const later = await gateway().authorize(requestOf(source, { payerPresent: false }));
      expect([later.gatewayStatus, later.riskData]).toEqual(['AUTHORIZED', null]);
      const tapped = await gateway().authorize(requestOf({ kind: 'WALLET' }));
      expect([tapped.gatewayStatus, tapped.riskData]).toEqual(['AUTHORIZED', null]);
    });

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
      [1_234, 'KWD'],
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

    it('does not find a request that never arrived', async () => {
      const key = { reference: newReference(), recurringPaymentMode: null };
      expect((await gateway().find(key)).gatewayStatus).toBe('NOT_SEEN');
      expect((await gateway().capture(key)).gatewayStatus).toBe('NOT_SEEN');
    });

    it('has an unknown outcome when the answer is lost, and finds it afterwards', async () => {
      const request = await typed(CARDS.lost);
      await gateway().authorize(request);
      await expect(gateway().capture(request)).rejects.toThrow(GatewayUnavailable);
      expect((await gateway().find(request)).gatewayStatus).toBe('CAPTURED');
      expect(await settled(request.reference)).toHaveLength(1);
    });

    it('reports an open decision, and a failed capture', async () => {
      expect((await gateway().authorize(await typed(CARDS.late))).gatewayStatus).toBe('PENDING');
      const failing = await typed(CARDS.captureFails);
      await gateway().authorize(failing);
      const { gatewayStatus, failure } = await gateway().capture(failing);
      expect([gatewayStatus, failure?.code]).toEqual(['CAPTURE_FAILED', 'PAYMENT_METHOD_DECLINED']);
    });

    it('stores a card and charges it without the payer', async () => {
      const { answer, source } = await store(CARDS.good);
      expect(answer.gatewayStatus).toBe('AUTHORIZED');
      const alone = { payerPresent: false, returnUrl: null };
      const request = requestOf(source, alone);
      expect((await gateway().authorize(request)).gatewayStatus).toBe('AUTHORIZED');
      expect((await gateway().capture(request)).gatewayStatus).toBe('CAPTURED');
      expect(await settled(request.reference)).toHaveLength(1);
    });

    it.each([
      ['4000000000000341', 'DECLINED'],
      [CARDS.challenged, 'ACTION_REQUIRED'],
    ])(
      'does not take a later charge of %s without the payer: %s',
      async (number, gatewayStatus) => {
        const { source } = await store(number);
        const request = requestOf(source, { payerPresent: false, returnUrl: null });
        expect((await gateway().authorize(request)).gatewayStatus).toBe(gatewayStatus);
        expect(await settled(request.reference)).toEqual([]);
      },
    );

    it('charges no card that another app stored', async () => {
      const { source } = await store(CARDS.good, { customerAppId: newReference() });
      const answer = await gateway().authorize(requestOf(source));
      expect(answer.gatewayStatus).toBe('DECLINED');
    });

    it('shows a stored card to its own app only', async () => {
      const { answer } = await store(CARDS.good);
      const { customerAppId } = subject();
      const integrationMetadata = answer.integrationMetadata ?? {};
      const cardStatus = (app: string, metadata = integrationMetadata) =>
        gateway().statusOf({ customerAppId: app, integrationMetadata: metadata });
      expect(await cardStatus(customerAppId)).toBe('USABLE');
      expect(await cardStatus(newReference())).toBe('OF_ANOTHER_APP');
      const names = ['wallet', await subject().tokenize(CARDS.good), 'tok_none', '../x', 'a%00b'];
      for (const name of names) {
        const other = JSON.stringify(integrationMetadata).replace(storedId(answer), name);
        expect(await cardStatus(customerAppId, JSON.parse(other) as object)).toBe('NOT_STORED');
      }
      expect(await cardStatus(customerAppId, {})).toBe('NOT_STORED');
    });

    it('reports when a stored card has expired', async () => {
      const { answer } = await store(CARDS.good);
      const { customerAppId } = subject();
      const integrationMetadata = answer.integrationMetadata ?? {};
      await subject().setClock(Date.UTC(2061, 0, 1) - Date.now());
      const cardStatus = await gateway().statusOf({ customerAppId, integrationMetadata });
      await subject().setClock(0);
      expect(cardStatus).toBe('EXPIRED');
    });

    it('charges a wallet with one tap', async () => {
      const request = requestOf({ kind: 'WALLET' });
      const answer = await gateway().authorize(request);
      expect(answer).toMatchObject({
        gatewayStatus: 'AUTHORIZED',
        cardDetails: null,
        walletDetails: { brand: 'Sandbox Wallet', country: 'HK' },
      });
      expect((await gateway().capture(request)).gatewayStatus).toBe('CAPTURED');
    });

    it('refuses an invalid token', async () => {
      const answer = await gateway().authorize(requestOf({ kind: 'TOKEN', token: 'tok_none' }));
      expect([answer.gatewayStatus, answer.failure?.code]).toEqual([
        'DECLINED',
        'PAYMENT_METHOD_DECLINED',
      ]);
    });

    it('calls back, signed, for the reference and the app', async () => {
      const request = await typed(CARDS.challenged);
      const { redirectUrl } = await gateway().authorize(request);
      await subject().decide(redirectUrl ?? '', 'approve');
      const received = await eventually(() =>
        subject().callBacks.find(({ body }) => body.includes(request.reference)),
      );
      const { customerAppId } = request;
      expect(gateway().readCallBack(received)).toEqual({
        eventId: expect.stringMatching(/^evt_/) as string,
        customerAppId,
        reference: request.reference,
      });
      const forged = { ...received, body: Buffer.concat([received.body, Buffer.from(' ')]) };
      expect(() => gateway().readCallBack(forged)).toThrow(
        expect.objectContaining({ code: 'UNAUTHORIZED' }),
      );
    });

    it('lists the settled payments of a period, oldest first, page by page', async () => {
      const from = new Date(
        Math.max(0, ...(await settled()).map(({ settledAt }) => +settledAt)) + 1,
      );
      const references = await Promise.all(
        Array.from({ length: MORE_THAN_A_PAGE }, async () => {
          const request = requestOf({ kind: 'WALLET' }, { amount: 1 });
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

    it('has an unknown outcome while the gateway is not available', async () => {
      const { away } = subject();
      const request = requestOf({ kind: 'WALLET' });
      await expect(away.authorize(request)).rejects.toThrow(GatewayUnavailable);
      const { customerAppId } = request;
      const card = { customerAppId, integrationMetadata: {} };
      await expect(away.statusOf(card)).rejects.toThrow(GatewayUnavailable);
      await expect(away.find(request)).rejects.toThrow(GatewayUnavailable);
      const period = { customerAppId: request.customerAppId, from: LONG_AGO, to: new Date() };
      await expect(collect(away.listSettled(period))).rejects.toThrow(GatewayUnavailable);
    });
  });
}

async function collect(entries: AsyncIterable<SettledEntry>): Promise<SettledEntry[]> {
  const collected: SettledEntry[] = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
}

function storedId({ cardDetails }: CardAnswer): string {
  const details = cardDetails as { processor_details?: { token_id?: string } } | null;
  const id = details?.processor_details?.token_id;
  if (id === undefined) throw new Error('the gateway stored no card');
  return id;
}

function storedIn({ integrationMetadata }: CardAnswer): CardSource {
  return { kind: 'STORED', integrationMetadata: integrationMetadata ?? {} };
}
