import { newId, type CustomerAppId, type MandateId, type PaymentId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import {
  BankUnavailable,
  CHARGE_NOT_SEEN,
  MANDATE_NOT_SEEN,
  type DirectDebitCharge,
  type MandateRegistration,
  type SettledDebit,
} from '../src/banks/direct-debit/ports.js';
import { ACCOUNTS, collect, type ConnectedBank } from './bank-accounts.fixture.js';

const S = 1_000;
const DAY = 86_400 * S;
const T0 = new Date('2031-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(T0.getTime() + ms);
const MORE_THAN_A_PAGE = 81;
const ALL_TIMES = { from: new Date(0), to: new Date('3000-01-01T00:00:00.000Z') };

/** What every direct debit bank behind the port must do. Money is never taken twice, nor silently. */
export function describeDirectDebitConnector(name: string, subject: () => ConnectedBank): void {
  const bank = () => subject().connector;
  let customerAppId: string;
  /** Time passes to so many ms after the start of the test. */
  const at = (ms: number) => subject().freezeClock(customerAppId, after(ms));
  beforeEach(async () => {
    customerAppId = newId<CustomerAppId>(new Date());
    await at(0);
  });

  const ours = (reference: string) => ({ reference, customerAppId });
  const registration = (
    accountNumber: string,
    change: Partial<MandateRegistration> = {},
  ): MandateRegistration => ({
    reference: newId<MandateId>(new Date()),
    customerAppId,
    creditorAccount: 'HKD-ACCOUNT',
    debtorName: 'Chan Tai Man',
    accountNumber,
    currency: 'HKD',
    startDate: '2031-03-01',
    endDate: null,
    maxTransactionAmount: null,
    ...change,
  });
  const chargeOf = (
    mandateReference: string,
    change: Partial<DirectDebitCharge> = {},
  ): DirectDebitCharge => {
    const reference = newId<PaymentId>(new Date());
    const what = { amount: 12_345, currency: 'HKD', customerAppId, mandateReference };
    return { ...what, reference, paymentId: reference, ...change };
  };
  /** A mandate that the bank has accepted; the clock is then 1 s after the start. */
  const active = async (account: string, change: Partial<MandateRegistration> = {}) => {
    const asked = registration(account, change);
    await bank().register(asked);
    await at(1 * S);
    const answer = await bank().findMandate(asked);
    expect(answer.bankStatus).toBe('ACTIVE');
    return { ...answer, reference: asked.reference };
  };
  const bankStatusOf = async (reference: string) =>
    (await bank().findCharge(ours(reference))).bankStatus;
  const settled = async (reference: string): Promise<SettledDebit[]> => {
    const all = await collect(bank().listSettled({ customerAppId, ...ALL_TIMES }));
    return all.filter((line) => line.reference === reference);
  };
  const callBacksOf = (reference: string) =>
    subject().callBacks.filter(({ body }) => body.includes(reference));
  const callBacks = (reference: string, count: number) =>
    eventually(() => callBacksOf(reference).length >= count && callBacksOf(reference), {
      describe: () => `${count} call-backs; here: ${callBacksOf(reference).length}`,
    });

  describe(`direct debit connector ${name}: mandates`, () => {
    it('lodges one for all copies, accepted within a second of the clock', async () => {
      const asked = registration(ACCOUNTS.good);
      const copies = Array.from({ length: 16 }, () => bank().register(asked));
      const answers = await Promise.all(copies);
      expect(new Set(answers.map(({ bankStatus }) => bankStatus))).toEqual(new Set(['PENDING']));
      expect(new Set(answers.map(({ ddaReference }) => ddaReference)).size).toBe(1);
      const pending = await bank().findMandate(asked);
      expect(pending).toMatchObject({ bankStatus: 'PENDING', bankReference: null, failure: null });
      await at(1 * S);
      expect(await bank().findMandate(asked)).toEqual({
        bankStatus: 'ACTIVE',
        action: null,
        failure: null,
        reason: null,
        ddaReference: answers[0]?.ddaReference,
        bankReference: expect.stringMatching(/^\S+$/),
        integrationMetadata: {
          integration_id: bank().integrationId,
          gw3_metadata: expect.objectContaining({
            reference: asked.reference,
            mandate_id: expect.any(String),
            status: 'active',
          }),
        },
      });
    });

    it('is accepted by itself while nobody asks or moves the clock', async () => {
      const asked = registration(ACCOUNTS.good, { customerAppId: newId(new Date()) });
      await bank().register(asked);
      // Not asked before it calls: asking alone would make it decide.
      const [callBack] = await callBacks(asked.reference, 1);
      expect((await bank().findMandate(asked)).bankStatus).toBe('ACTIVE');
      const { at: acceptedAt } = JSON.parse(String(callBack?.body)) as { at: string };
      expect(callBack?.receivedAt.getTime()).toBeLessThan(Date.parse(acceptedAt) + 5 * S);
    });

    it('rejects with a reason, and keeps to it', async () => {
      const asked = registration(ACCOUNTS.rejected);
      await bank().register(asked);
      await at(1 * S);
      const { bankStatus, failure } = await bank().findMandate(asked);
      expect([bankStatus, failure?.code]).toEqual(['REJECTED', 'PAYMENT_METHOD_DECLINED']);
      expect(failure?.explanation).not.toBe('');
      const charge = chargeOf(asked.reference);
      expect((await bank().charge(charge)).failure?.code).toBe('INVALID_MANDATE_STATUS');
    });

    it.each([
      ['accept', 'ACTIVE'],
      ['reject', 'REJECTED'],
    ] as const)(
      'waits for a decision however long, then follows it: %s',
      async (decision, bankStatus) => {
        const asked = registration(ACCOUNTS.undecided);
        const { reference } = asked;
        await bank().register(asked);
        await at(300 * DAY);
        expect((await bank().findMandate(ours(reference))).bankStatus).toBe('PENDING');
        expect((await subject().decide(asked, decision)).bankStatus).toBe(bankStatus);
        expect(await callBacks(reference, 1)).toHaveLength(1);
      },
    );

    it('is withdrawn by the payer after a minute, and its open charges with it', async () => {
      const { reference } = await active(ACCOUNTS.revokedLater);
      const charge = chargeOf(reference);
      expect((await bank().charge(charge)).bankStatus).toBe('PENDING');
      await at(60 * S);
      expect(await bankStatusOf(charge.reference)).toBe('PENDING');
      await at(61 * S);
      expect((await bank().findMandate(ours(reference))).bankStatus).toBe('REVOKED');
      expect(await bankStatusOf(charge.reference)).toBe('REVOKED');
      const late = await bank().charge(chargeOf(reference));
      expect([late.bankStatus, late.failure?.code]).toEqual(['FAILED', 'INVALID_MANDATE_STATUS']);
      expect(await settled(charge.reference)).toEqual([]);
    });

    it('is cancelled once, and takes nothing afterwards', async () => {
      const { reference } = await active(ACCOUNTS.good);
      const open = chargeOf(reference);
      await bank().charge(open);
      expect((await bank().cancelMandate(ours(reference))).bankStatus).toBe('CANCELLED');
      expect((await bank().cancelMandate(ours(reference))).bankStatus).toBe('CANCELLED');
      await at(2 * S);
      expect(await bankStatusOf(open.reference)).toBe('REVOKED');
      expect((await bank().charge(chargeOf(reference))).bankStatus).toBe('FAILED');
      expect(await settled(open.reference)).toEqual([]);
    });

    it('can be cancelled before the bank has decided, and is then never accepted', async () => {
      const asked = registration(ACCOUNTS.good);
      await bank().register(asked);
      await bank().cancelMandate(asked);
      await at(1 * S);
      expect((await bank().findMandate(asked)).bankStatus).toBe('CANCELLED');
    });

    it('knows nothing of what it never saw, nor of what it keeps for another app', async () => {
      const { reference } = await active(ACCOUNTS.good);
      const charge = chargeOf(reference);
      await bank().charge(charge);
      await at(2 * S);
      const unknown = ours(newId<MandateId>(new Date()));
      const guessed = { reference, customerAppId: newId<CustomerAppId>(new Date()) as string };
      for (const asked of [unknown, guessed]) {
        expect(await bank().findMandate(asked)).toEqual(MANDATE_NOT_SEEN);
        expect(await bank().cancelMandate(asked)).toEqual(MANDATE_NOT_SEEN);
        expect(await subject().decide(asked, 'revoke')).toEqual(MANDATE_NOT_SEEN);
      }
      for (const asked of [unknown, { ...guessed, reference: charge.reference }]) {
        expect(await bank().findCharge(asked)).toEqual(CHARGE_NOT_SEEN);
        expect([CHARGE_NOT_SEEN, null]).toContainEqual(await bank().reverse(asked));
      }
      expect((await bank().findMandate(ours(reference))).bankStatus).toBe('ACTIVE');
      expect(await bankStatusOf(charge.reference)).toBe('EXECUTED');
    });

    it('takes no account number that is not one', async () => {
      const { bankStatus, failure } = await bank().register(registration('none'));
      expect([bankStatus, failure?.code]).toEqual(['REJECTED', 'PAYMENT_METHOD_DECLINED']);
    });
  });

  describe(`direct debit connector ${name}: charges`, () => {
    it.each([
      [12_345, 'HKD'],
      [900, 'JPY'],
      [1_234, 'KWD'],
    ])('takes exactly %d minor units of %s, once for all copies', async (amount, currency) => {
      const { reference: mandate } = await active(ACCOUNTS.good, { currency });
      const charge = chargeOf(mandate, { amount, currency });
      const copies = await Promise.all(Array.from({ length: 16 }, () => bank().charge(charge)));
      expect(new Set(copies.map(({ bankStatus }) => bankStatus))).toEqual(new Set(['PENDING']));
      expect(await settled(charge.reference)).toEqual([]);
      await at(2 * S);
      expect(await bank().findCharge(charge)).toMatchObject({
        bankStatus: 'EXECUTED',
        failure: null,
        bankTransactionReference: expect.any(String),
        processorDetails: { processor_id: bank().integrationId },
      });
      const line = { kind: 'CHARGE', amount, currency, paymentId: charge.paymentId };
      expect(await settled(charge.reference)).toEqual([expect.objectContaining(line)]);
    });

    it('fails without cover', async () => {
      const charge = chargeOf((await active(ACCOUNTS.poor)).reference);
      await bank().charge(charge);
      await at(2 * S);
      const { bankStatus, failure } = await bank().findCharge(charge);
      expect([bankStatus, failure?.code]).toEqual(['FAILED', 'INSUFFICIENT_FUNDS']);
      expect(await settled(charge.reference)).toEqual([]);
    });

    it('is returned by the bank two days after it was executed', async () => {
      const charge = chargeOf((await active(ACCOUNTS.returned)).reference);
      await bank().charge(charge);
      await at(2 * S);
      expect(await bankStatusOf(charge.reference)).toBe('EXECUTED');
      await at(2 * DAY);
      expect(await bankStatusOf(charge.reference)).toBe('EXECUTED');
      await at(2 * DAY + 2 * S);
      expect(await bank().findCharge(charge)).toMatchObject({
        bankStatus: 'RETURNED',
        failure: { explanation: expect.any(String) },
      });
      const lines = await settled(charge.reference);
      expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['CHARGE', 12_345],
        ['RETURN', 12_345],
      ]);
    });

    it('is sent back once, and not before the money moved; or the bank never does it', async () => {
      const charge = chargeOf((await active(ACCOUNTS.good)).reference);
      await bank().charge(charge);
      const early = await bank().reverse(charge);
      await at(2 * S);
      const copies = Array.from({ length: 8 }, () => bank().reverse(charge));
      const later = (await Promise.all(copies)).map((answer) => answer?.bankStatus);
      expect(new Set([early?.bankStatus, ...later])).toEqual(
        new Set(early ? ['PENDING', 'RETURNED'] : [undefined]),
      );
      const kinds = (await settled(charge.reference)).map(({ kind }) => kind);
      expect(kinds).toEqual(early ? ['CHARGE', 'RETURN'] : ['CHARGE']);
    });

    it.each([
      ['above its limit', { amount: 501 }, 'TRANSACTION_LIMIT_EXCEEDED', 1 * S],
      ['in another currency', { amount: 1, currency: 'USD' }, 'CURRENCY_MISMATCH', 1 * S],
      ['after its last day', { amount: 1 }, 'MANDATE_NOT_IN_VALIDITY_PERIOD', 2 * DAY],
    ])('is refused %s', async (_what, change, code, time) => {
      const terms = { maxTransactionAmount: 500, endDate: '2031-03-02' };
      const { reference: mandate } = await active(ACCOUNTS.good, terms);
      await at(time);
      const charge = chargeOf(mandate, change);
      const { bankStatus, failure } = await bank().charge(charge);
      expect([bankStatus, failure?.code]).toEqual(['FAILED', code]);
      expect(await bankStatusOf(charge.reference)).toBe('FAILED');
    });

    it("is refused for no mandate, and for another app's", async () => {
      const { reference: mandate } = await active(ACCOUNTS.good);
      const stranger = newId<CustomerAppId>(new Date());
      for (const charge of [
        chargeOf(newId<MandateId>(new Date())),
        chargeOf(mandate, { customerAppId: stranger }),
      ]) {
        expect((await bank().charge(charge)).bankStatus).toBe('FAILED');
        expect(await bankStatusOf(charge.reference)).toBe('NOT_SEEN');
      }
    });

    it('is not changed by another request under its reference', async () => {
      const { reference: mandate } = await active(ACCOUNTS.good);
      const charge = chargeOf(mandate);
      await bank().charge(charge);
      await at(2 * S);
      expect((await bank().charge({ ...charge, amount: 1 })).bankStatus).toBe('EXECUTED');
      expect((await settled(charge.reference)).map(({ amount }) => amount)).toEqual([12_345]);
    });

    it('leaves outcomes open when answers are lost, and knows them when asked', async () => {
      const asked = registration(ACCOUNTS.lost);
      await expect(bank().register(asked)).rejects.toThrow(BankUnavailable);
      expect((await bank().findMandate(asked)).bankStatus).toBe('PENDING');
      expect((await bank().register(asked)).bankStatus).toBe('PENDING');
      await at(1 * S);
      expect((await bank().findMandate(asked)).bankStatus).toBe('ACTIVE');
      const charge = chargeOf(asked.reference);
      await expect(bank().charge(charge)).rejects.toThrow(BankUnavailable);
      await at(2 * S);
      expect(await bankStatusOf(charge.reference)).toBe('EXECUTED');
      expect((await bank().charge(charge)).bankStatus).toBe('PENDING');
      expect(await settled(charge.reference)).toHaveLength(1);
      expect([...callBacksOf(asked.reference), ...callBacksOf(charge.reference)]).toEqual([]);
    });
  });

  describe(`direct debit connector ${name}: call-backs and books`, () => {
    it('calls back, signed, for the reference and the app', async () => {
      const { reference: mandate } = await active(ACCOUNTS.good);
      const charge = chargeOf(mandate);
      await bank().charge(charge);
      await at(2 * S);
      const [first] = await callBacks(mandate, 1);
      const [second] = await callBacks(charge.reference, 1);
      if (!first || !second) throw new Error('no call-back came');
      const eventId = expect.any(String) as string;
      const about = { eventId, customerAppId };
      expect(await bank().readCallBacks(first, null)).toEqual({
        events: [{ ...about, about: 'MANDATE', reference: mandate }],
        answer: null,
      });
      expect(await bank().readCallBacks(second, 'default')).toEqual({
        events: [{ ...about, about: 'CHARGE', reference: charge.reference }],
        answer: null,
      });
      const forged = { ...second, body: Buffer.concat([second.body, Buffer.from(' ')]) };
      const old = { ...second, receivedAt: new Date(second.receivedAt.getTime() + 600 * S) };
      const refused = expect.objectContaining({ code: 'UNAUTHORIZED' }) as Error;
      for (const wrong of [
        forged,
        old,
        { ...second, headers: {} },
        { ...first, body: second.body },
      ]) {
        await expect(bank().readCallBacks(wrong, null)).rejects.toThrow(refused);
      }
      await expect(bank().readCallBacks(first, 'nobody')).rejects.toThrow(refused);
    });

    it('tells the present status when asked, whatever contradictions it calls back', async () => {
      const { reference: mandate } = await active(ACCOUNTS.scrambled);
      const charge = chargeOf(mandate);
      await bank().charge(charge);
      await at(2 * S);
      for (const reference of [mandate, charge.reference]) {
        const copies = await callBacks(reference, 7);
        const bodies = await Promise.all(copies.map((each) => bank().readCallBacks(each, null)));
        const read = bodies.flatMap(({ events }) => events);
        expect(read.every((each) => each.reference === reference)).toBe(true);
        expect(new Set(read.map(({ eventId }) => eventId)).size).toBe(3);
      }
      expect((await bank().findMandate(ours(mandate))).bankStatus).toBe('ACTIVE');
      expect(await bankStatusOf(charge.reference)).toBe('EXECUTED');
      expect(await settled(charge.reference)).toHaveLength(1);
    });

    it('lists what it settled in a period, oldest first, page by page', async () => {
      const { reference: mandate } = await active(ACCOUNTS.good);
      const charges = Array.from({ length: MORE_THAN_A_PAGE }, () => chargeOf(mandate));
      await Promise.all(charges.map((charge) => bank().charge(charge)));
      await at(2 * S);
      const period = { customerAppId, from: after(1 * S), to: after(2 * S) };
      const listed = await collect(bank().listSettled(period));
      expect(listed.map(({ reference }) => reference).toSorted()).toEqual(
        charges.map(({ reference }) => reference).toSorted(),
      );
      const times = listed.map(({ settledAt }) => settledAt.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const others = { ...period, customerAppId: newId<CustomerAppId>(new Date()) };
      for (const none of [others, { ...period, from: period.to }, { ...period, to: period.from }]) {
        expect(await collect(bank().listSettled(none))).toEqual([]);
      }
    });

    it('has no outcome while it is away', async () => {
      const { away } = subject();
      const asked = registration(ACCOUNTS.good);
      await expect(away.register(asked)).rejects.toThrow(BankUnavailable);
      await expect(away.charge(chargeOf(asked.reference))).rejects.toThrow(BankUnavailable);
      await expect(away.findMandate(asked)).rejects.toThrow(BankUnavailable);
      await expect(away.findCharge(asked)).rejects.toThrow(BankUnavailable);
      const list = collect(away.listSettled({ customerAppId, ...ALL_TIMES }));
      await expect(list).rejects.toThrow(BankUnavailable);
    });
  });
}
