import { newId, type PayoutId } from '@towpath/kernel';
import {
  PAYOUT_NOT_SEEN,
  PayoutBankUnavailable,
  type PayoutConnector,
  type PayoutOrder,
  type SettledPayout,
} from '../src/money/payout-banks/ports.js';

/** A connector with the bank behind it. */
export interface ConnectedBank {
  readonly connector: PayoutConnector;
  /** Unknown to the bank before: its books begin empty. */
  readonly customerAppId: string;
  /** Account numbers that the bank pays to, rejects, and pays to without answering. */
  readonly accounts: { readonly good: string; readonly rejected: string; readonly lost: string };
  /** Of the app, at the bank. */
  setClock(offsetMs: number): Promise<void>;
  /** The same connector, whose bank is away. */
  readonly away: PayoutConnector;
}

const MORE_THAN_A_PAGE = 81;
const LONG_AGO = new Date(0);
const FAR_AHEAD = new Date('2100-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

/** What every bank behind the port must do. Money never moves twice, nor silently. */
export function describePayoutConnector(name: string, subject: () => ConnectedBank): void {
  const bank = () => subject().connector;
  const orderOf = (change: Partial<PayoutOrder> = {}): PayoutOrder => ({
    reference: newId<PayoutId>(new Date()),
    customerAppId: subject().customerAppId,
    debtorAccount: 'ACCOUNT',
    creditorName: 'Chan Tai Man',
    creditorAccountNumber: subject().accounts.good,
    amount: 12_345,
    currency: 'KWD',
    description: 'March',
    ...change,
  });
  const settled = async (
    order: Pick<PayoutOrder, 'customerAppId'>,
    period: { from: Date; to: Date } = { from: LONG_AGO, to: FAR_AHEAD },
  ): Promise<SettledPayout[]> => {
    const lines: SettledPayout[] = [];
    const { customerAppId } = order;
    for await (const line of bank().listSettled({ customerAppId, ...period })) lines.push(line);
    return lines;
  };
  const newApp = () => newId<PayoutId>(new Date());

  describe(`${name}: payouts`, () => {
    it('are executed, or about to be, and listed once', async () => {
      const order = orderOf({ customerAppId: newApp() });
      const sent = await bank().send(order);
      expect(['PENDING', 'EXECUTED']).toContain(sent.bankStatus);
      expect(sent.processorReference).not.toBeNull();
      const found = await bank().find(order);
      expect(found).toMatchObject({ bankStatus: 'EXECUTED', failure: null });
      expect(found.bankTransactionReference).not.toBeNull();
      expect(found.debtorAccount).toBe(order.debtorAccount);
      const lines = await settled(order);
      expect(lines).toEqual([
        expect.objectContaining({ reference: order.reference, amount: 12_345, currency: 'KWD' }),
      ]);
    });

    it('are sent again without a second effect, also at the same moment', async () => {
      const order = orderOf({ customerAppId: newApp() });
      const answers = await Promise.all(Array.from({ length: 8 }, () => bank().send(order)));
      expect(new Set(answers.map((answer) => answer.processorReference)).size).toBe(1);
      expect(await settled(order)).toHaveLength(1);
    });

    it('under a known reference with other content are refused, and nothing moves', async () => {
      const order = orderOf({ customerAppId: newApp() });
      await bank().send(order);
      for (const change of [{ amount: 1 }, { creditorAccountNumber: subject().accounts.lost }]) {
        await expect(bank().send({ ...order, ...change })).rejects.toThrow();
      }
      expect(await settled(order)).toHaveLength(1);
    });

    it('to an account that takes none are rejected, with our code as the reason', async () => {
      const { rejected } = subject().accounts;
      const order = orderOf({ customerAppId: newApp(), creditorAccountNumber: rejected });
      const answer = await bank().send(order);
      expect(answer.bankStatus).toBe('REJECTED');
      expect(answer.failure).toEqual({
        code: 'PAYMENT_METHOD_DECLINED',
        explanation: expect.stringMatching(/\.$/) as string,
      });
      expect(await bank().find(order)).toEqual(answer);
      expect(await settled(order)).toEqual([]);
    });

    it('to an invalid account number are rejected, without a fault', async () => {
      const answer = await bank().send(orderOf({ creditorAccountNumber: 'x' }));
      expect(answer.bankStatus).toBe('REJECTED');
    });

    it('whose answer is lost are found, and done once', async () => {
      const { lost } = subject().accounts;
      const order = orderOf({ customerAppId: newApp(), creditorAccountNumber: lost });
      await expect(bank().send(order)).rejects.toThrow(PayoutBankUnavailable);
      expect((await bank().find(order)).bankStatus).toBe('EXECUTED');
      expect((await bank().send(order)).bankStatus).toBe('EXECUTED');
      expect(await settled(order)).toHaveLength(1);
    });

    it('that were never sent are not found', async () => {
      expect(await bank().find(orderOf())).toEqual(PAYOUT_NOT_SEEN);
    });

    it('have an unknown outcome while the bank is away', async () => {
      const { away } = subject();
      const order = orderOf();
      const gone = PayoutBankUnavailable;
      await expect(away.send(order)).rejects.toThrow(gone);
      await expect(away.find(order)).rejects.toThrow(gone);
      const { customerAppId } = order;
      const listed = away.listSettled({ customerAppId, from: LONG_AGO, to: FAR_AHEAD });
      await expect(listed[Symbol.asyncIterator]().next()).rejects.toThrow(gone);
    });
  });

  describe(`${name}: the list of what was paid out`, () => {
    it('is of one app, oldest first, over as many pages as it takes', async () => {
      const customerAppId = newApp();
      const orders = Array.from({ length: MORE_THAN_A_PAGE }, () => orderOf({ customerAppId }));
      for (const order of orders) await bank().send(order);
      const lines = await settled({ customerAppId });
      expect(lines.map(({ reference }) => reference).toSorted()).toEqual(
        orders.map(({ reference }) => reference).toSorted(),
      );
      const times = lines.map(({ settledAt }) => settledAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    });

    it('is of a half-open period on the clock of the app', async () => {
      const order = orderOf();
      await subject().setClock(DAY_MS);
      await bank().send(order);
      const [line] = (await settled(order)).filter(
        ({ reference }) => reference === order.reference,
      );
      const at = line?.settledAt ?? LONG_AGO;
      expect(at.getTime()).toBeGreaterThan(Date.now() + DAY_MS / 2);
      const next = new Date(at.getTime() + 1);
      const has = async (from: Date, to: Date) =>
        (await settled(order, { from, to })).some(({ reference }) => reference === order.reference);
      expect(await has(at, next)).toBe(true);
      expect(await has(LONG_AGO, at)).toBe(false);
      expect(await has(next, FAR_AHEAD)).toBe(false);
    });
  });
}
