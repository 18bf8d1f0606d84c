import { newId } from '@towpath/kernel';
import { OperatedPayments, titles, type Kind } from './operated-payments.fixture.js';
import type { TestCustomerApp } from './payment-link.fixture.js';
import { START_MS } from './sandbox.fixture.js';

let payments: OperatedPayments;
let app: TestCustomerApp;
let ids: OperatedPayments['ids'];
beforeAll(async () => {
  payments = await OperatedPayments.start();
  ({ app, ids } = payments);
}, START_MS);
afterAll(() => payments?.end());

describe('the story', () => {
  it('of a payment has moves, events, questions to its gateway and the ledger', async () => {
    const entries = await payments.story('payment');
    expect(titles(entries)).toEqual(
      expect.arrayContaining([
        ['EVENT', 'payment.executed'],
        ['QUESTION', 'attempt 1: CARD at GW1'],
        ['STATE', expect.stringMatching(/^attempt 1: .* → SUCCEEDED$/)],
        ['LEDGER', `PAYMENT: clearing:${ids.settlement} → settlement:${ids.settlement}`],
        ['LEDGER', `REFUND_HOLD: settlement:${ids.settlement} → unexpected:${ids.settlement}`],
      ]),
    );
    const ledger = entries.find(({ title }) => title.startsWith('PAYMENT:'));
    expect(ledger?.details).toMatchObject({ amount: '12500', currency: 'HKD' });
    expect(entries.find(({ entry }) => entry === 'QUESTION')?.details).toMatchObject({
      attempt_id: ids.attempt,
      connector: 'sandbox',
      last_four: '4242',
    });
    expect(JSON.stringify(entries)).not.toMatch(/Zenobia|Quill/i);
  });

  it.each<[Kind, string[]]>([
    ['payment_user', ['EVENT']],
    ['payment_method', ['EVENT', 'STATE']],
    ['payment_link', ['EVENT', 'QUESTION', 'STATE']],
    ['refund', ['EVENT', 'LEDGER', 'QUESTION', 'STATE']],
    ['payout', ['EVENT', 'LEDGER', 'STATE']],
    ['bill', ['EVENT', 'STATE']],
  ])('of a %s has %j', async (kind, kinds) => {
    const entries = await payments.story(kind);
    expect([...new Set(entries.map(({ entry }) => entry))]).toEqual(expect.arrayContaining(kinds));
    expect(JSON.stringify(entries)).not.toMatch(/Zenobia|Quill|Chan Tai Man/i);
  });

  it('of a mandate and of a dispute has what payments know of them', async () => {
    const [mandateId, disputeId, paymentId] = [1, 2, 3].map(() => newId(new Date()));
    await app.rows(
      `INSERT INTO mandate_charges (customer_app_id, payment_id, mandate_id, status, amount,
         currency, bank, refusal, follow_ups_asked, created_at)
       VALUES ($1, $2, $3, 'REFUSED', 100, 'HKD', '{}',
         '{"code": "MANDATE_LIMIT_EXCEEDED", "explanation": "Too much."}', 2, now())`,
      [app.id, paymentId, mandateId],
    );
    const [charge] = await payments.story('mandate', mandateId);
    expect(charge).toMatchObject({
      entry: 'QUESTION',
      title: 'charge of the mandate: REFUSED',
      reason: 'Too much.',
      details: { payment_id: paymentId, amount: '100', follow_ups: '2' },
    });
    expect(charge?.about).toBeUndefined();
    await app.rows(
      `INSERT INTO payment_disputes (customer_app_id, dispute_id, payment_id, recipient_account_id,
         currency, status, amount, fee, sequence, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'HKD', 'HELD', 100, 0, 1, now(), now())`,
      [app.id, disputeId, ids.payment, ids.settlement],
    );
    await app.rows(
      `INSERT INTO payment_dispute_state_changes (customer_app_id, dispute_id, sequence, command,
         to_status, occurred_at) VALUES ($1, $2, 1, 'hold', 'HELD', now())`,
      [app.id, disputeId],
    );
    await app.rows(
      `INSERT INTO ledger_transfers (customer_app_id, ledger_transfer_id, kind, debit_account,
         credit_account, amount, currency, payment_id, dispute_id, dispute_sequence, occurred_at)
       VALUES ($1, $2, 'DISPUTE_HOLD', $3, $4, 100, 'HKD', $5, $6, 1, now())`,
      [
        app.id,
        newId(new Date()),
        `settlement:${ids.settlement}`,
        `disputed:${ids.settlement}`,
        ids.payment,
        disputeId,
      ],
    );
    const hold = [
      'LEDGER',
      `DISPUTE_HOLD: settlement:${ids.settlement} → disputed:${ids.settlement}`,
    ];
    const shown = titles(await payments.story('dispute', disputeId));
    expect(shown).toEqual(expect.arrayContaining([['STATE', 'money: HELD'], hold]));
    expect(titles(await payments.story('payment'))).toContainEqual(hold);
    expect((await payments.see('payment')).related).toContainEqual(
      expect.objectContaining({ kind: 'dispute', id: disputeId }),
    );
  });

  it('of a mandate has the newest charges, and says that older ones are left out', async () => {
    const mandateId = newId(new Date());
    const start = new Date();
    const charge = async (from: number, to: number) => {
      await app.rows(
        `INSERT INTO mandate_charges (customer_app_id, payment_id, mandate_id, status, amount,
           currency, bank, refusal, follow_ups_asked, created_at)
         SELECT $1, 'charge ' || n || ' of ' || $2, $2, 'REFUSED', n, 'HKD', '{}',
           '{"code": "MANDATE_LIMIT_EXCEEDED", "explanation": "Too much."}', 0,
           $5::timestamptz + n * interval '1 minute'
         FROM generate_series($3::integer, $4::integer, -1) n`,
        [app.id, mandateId, from, to, start],
      );
    };
    const amounts = async () => {
      const { entries, is_cut } = await payments.wholeStory('mandate', mandateId);
      return [
        is_cut,
        entries.length,
        entries[0]?.details?.['amount'],
        entries.at(-1)?.details?.['amount'],
      ];
    };
    await charge(501, 2);
    expect(await amounts()).toEqual([false, 500, '2', '501']);
    await charge(1, 1);
    expect(await amounts()).toEqual([true, 500, '2', '501']);
  });

  it('of a payment link has the newest moves of many attempts, also of old attempts', async () => {
    const many = (table: string, changes: string) =>
      app.rows(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(
             'attempt_id', 'attempt ' || n, ${changes}))).*
           FROM ${table} t, generate_series(501, 1, -1) n
           WHERE t.attempt_id = $1 AND (t.sequence = 1 OR '${table}' = 'payment_attempts')`,
        [ids.attempt],
      );
    const createdAt = `now() + n * interval '1 minute'`;
    // The oldest attempt moves last.
    const movedAt = `now() + interval '1 day' - n * interval '1 minute'`;
    await many(
      'payment_attempts',
      `'status', 'FAILED', 'ordinal', n + 1, 'created_at', ${createdAt}, 'updated_at', ${movedAt}`,
    );
    await many('payment_attempt_state_changes', `'occurred_at', ${movedAt}`);
    const { entries, is_cut } = await payments.wholeStory('payment_link');
    expect([is_cut, entries.length, entries[0]?.title, entries.at(-1)?.title]).toEqual([
      true,
      500,
      'attempt 501: SELECTED',
      'attempt 2: SELECTED',
    ]);
  });
});
