/** @proves promise-3 */
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
});

const PAYERS = 64;

interface Outcome {
  readonly status: string;
  readonly executed: number;
  readonly charged: number;
  readonly captures: number;
  readonly refunded: number;
  readonly transfers: number;
}

/** Everybody at once: each opens the page in a tab of their own, chooses the card and submits it. */
async function payAllAtOnce(payer: Payer, number: (index: number) => string): Promise<number[]> {
  const tabs = await Promise.all(
    Array.from({ length: PAYERS }, () => Payer.open(app, sandbox, payer.link)),
  );
  const accountId = await payer.accountId();
  await app.warmUp();
  return Promise.all(
    tabs.map(async (tab, index) => {
      const selected = await tab.call<{ attempt_id: string }>('POST /select_payment_method', {
        payment_account_id: accountId,
        payment_method_type: 'CARD',
      });
      if (selected.status !== 200) return selected.status;
      return (await tab.submit(selected.body.attempt_id, number(index))).status;
    }),
  );
}

async function outcomeOf(payer: Payer): Promise<Outcome> {
  const { status } = await payer.readLink();
  const [ours] = await app.rows<{ executed: number; transfers: number }>(
    `SELECT count(*) FILTER (WHERE status = 'EXECUTED') AS executed,
       (SELECT count(*) FROM ledger_transfers WHERE kind = 'PAYMENT') AS transfers
     FROM payments WHERE payment_link_id = $1`,
    [payer.linkId],
  );
  const theirs = await sandbox.ledger(app.id);
  const sum = (pick: (entry: (typeof theirs)[number]) => number) =>
    theirs.reduce((total, entry) => total + pick(entry), 0);
  return {
    status,
    executed: ours?.executed ?? -1,
    transfers: ours?.transfers ?? -1,
    charged: sum(({ charged }) => charged),
    captures: sum(({ captures }) => captures),
    refunded: sum(({ refunded }) => refunded),
  };
}

const PAID: Outcome = {
  status: 'PAID',
  executed: 1,
  transfers: 1,
  charged: 12_500,
  captures: 1,
  refunded: 0,
};
const NOT_PAID: Outcome = {
  status: 'CANCELLED',
  executed: 0,
  transfers: 0,
  charged: 0,
  captures: 0,
  refunded: 0,
};

/** Every authorization of the link that is not the one that paid it must be released. */
async function heldAuthorizations(payer: Payer): Promise<string[]> {
  const attempts = await app.rows<{ attempt_id: string }>(
    `SELECT attempt_id FROM payment_attempts WHERE payment_link_id = $1`,
    [payer.linkId],
  );
  const found = await Promise.all(attempts.map(({ attempt_id }) => sandbox.find(attempt_id)));
  return found.map(({ status }) => String(status)).filter((status) => status === 'authorized');
}

describe('64 payers on one link', () => {
  it(
    'pay it once',
    async () => {
      const payer = await Payer.of(app, sandbox);
      const statuses = await payAllAtOnce(payer, () => CARDS.good);
      expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
      expect(await outcomeOf(payer)).toEqual(PAID);
      expect(await heldAuthorizations(payer)).toEqual([]);
    },
    START_MS,
  );

  it(
    'and a cancel at the same moment: paid once or not at all, and both sides agree',
    async () => {
      const rounds = [0, 1, 2, 3];
      for (const round of rounds) {
        app = await service.customerApp(['HKD']);
        const payer = await Payer.of(
          app,
          sandbox,
          linkBody({ metadata: { round: String(round) } }),
        );
        const paying = payAllAtOnce(payer, () => CARDS.good);
        const cancelling = cancelOnceSelected(payer, round);
        const [, cancelled] = await Promise.all([paying, cancelling]);
        await service.dueJobs.runFor(app.id);
        const outcome = await outcomeOf(payer);
        expect(outcome).toEqual(cancelled ? NOT_PAID : PAID);
        expect(await heldAuthorizations(payer)).toEqual([]);
      }
    },
    START_MS,
  );

  it(
    'whose cards are declined or good: at most five tries, at most one success',
    async () => {
      const payer = await Payer.of(app, sandbox);
      const number = (index: number) => (index % 3 === 0 ? CARDS.good : CARDS.declined);
      await payAllAtOnce(payer, number);
      const { status, ...counts } = await outcomeOf(payer);
      const expected = status === 'PAID' ? PAID : { ...NOT_PAID, status };
      expect({ status, ...counts }).toEqual(expected);
      const [link] = await app.rows<{ card_attempts: number }>(
        `SELECT card_attempts FROM payment_links WHERE payment_link_id = $1`,
        [payer.linkId],
      );
      expect(link?.card_attempts).toBeLessThanOrEqual(5);
    },
    START_MS,
  );

  it(
    'set up one method',
    async () => {
      const payer = await Payer.of(app, sandbox, setupBody());
      await payAllAtOnce(payer, () => CARDS.good);
      expect((await payer.readLink()).status).toBe('SETUP_SUCCEEDED');
      const stored = await app.rows(
        `SELECT 1 FROM payment_methods WHERE payment_link_id = $1 AND status = 'SUCCEEDED'`,
        [payer.linkId],
      );
      expect(stored).toHaveLength(1);
    },
    START_MS,
  );
});

/** Cancels when the link has got as far as the round says; whether it was cancelled. */
async function cancelOnceSelected(payer: Payer, round: number): Promise<boolean> {
  const states = ['none', 'SELECTED', 'AUTHORIZING', 'CAPTURING'];
  const wanted = states[round] ?? 'none';
  const deadline = performance.now() + 10_000;
  let seen = 'none';
  while (seen !== wanted && seen !== 'SUCCEEDED' && performance.now() < deadline) {
    const [attempt] = await app.rows<{ status: string }>(
      `SELECT status FROM payment_attempts WHERE payment_link_id = $1
       ORDER BY ordinal DESC LIMIT 1`,
      [payer.linkId],
    );
    seen = attempt?.status ?? 'none';
  }
  const { status } = await app.send(`POST /payment_links/${payer.linkId}/cancel`);
  return (status as number) === 200;
}

describe('events of a link under load', () => {
  it(
    'are numbered without a gap, for the link and for each payment',
    async () => {
      const payer = await Payer.of(app, sandbox);
      await payAllAtOnce(payer, (index) => (index % 2 === 0 ? CARDS.declined : CARDS.good));
      const rows = await app.rows<{ message_key: string; sequences: number[] }>(
        `SELECT message_key, array_agg(sequence ORDER BY position) AS sequences
       FROM outbox GROUP BY topic, message_key`,
      );
      for (const { sequences } of rows) {
        expect(sequences).toEqual(sequences.map((_, index) => index + 1));
      }
      const histories = await app.rows<{ moves: number; sequence: number }>(
        `SELECT (SELECT count(*) FROM payment_state_changes c
         WHERE c.payment_id = p.payment_id) AS moves, sequence FROM payments p`,
      );
      expect(histories.every(({ moves, sequence }) => moves === sequence)).toBe(true);
    },
    START_MS,
  );
});
