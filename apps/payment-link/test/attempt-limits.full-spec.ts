import type { HostedView, SelectPaymentMethodResponse } from '@towpath/contracts/payment-link';
import type { MandateId } from '@towpath/kernel';
import { MandateAttemptsService } from '../src/links/mandate-attempts/mandate-attempts.service.js';
import {
  attemptsOf,
  chooseType,
  confirm,
  debitAccount,
  debitPayer,
} from './direct-debit-payer.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { TestPaymentLink, type Answer, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { savedMandate } from './saved-mandate.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const TABS = 64;
const LIMIT = 5;
const sender = { external_user_id: 'somebody-who-tries', name: 'Chan Tai Man' };

let mandates: StandInMandates;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: string;
let methodId: string;
beforeAll(async () => {
  mandates = await StandInMandates.start();
  service = await TestPaymentLink.start({ mandateUrl: mandates.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  accountId = await debitAccount(app);
  [, methodId] = await savedMandate(app, { mandates, accountId, sender });
  mandates.refusal = 'TRANSACTION_LIMIT_EXCEEDED';
});

const returning = () => debitPayer(app, linkBody({ sender }));

const chooseSaved = (payer: Payer) =>
  payer.call<SelectPaymentMethodResponse>('POST /select_payment_method', {
    payment_account_id: accountId,
    payment_method_type: 'MANDATE',
    payment_method_id: methodId,
  });

/** Chooses the saved mandate and pays with it; what the first that is refused answers. */
async function taps(payer: Payer): Promise<Answer<HostedView | SelectPaymentMethodResponse>> {
  const chosen = await chooseSaved(payer);
  if (chosen.status !== 200) return chosen;
  return payer.call('POST /submit_payment_method', { attempt_id: chosen.body.attempt_id });
}

/** Authorizes a mandate of the link, which the bank then refuses. */
async function authorizes(payer: Payer, { isConfirmed = true } = {}): Promise<void> {
  const { body } = await chooseType(payer, 'MANDATE');
  const mandateId = (body.mandate_id ?? '') as MandateId;
  if (isConfirmed) expect(await confirm(app, payer.linkId, mandateId)).toBe(true);
  const error = { error_code: 'CREDENTIALS_INVALID', details: 'the bank knows nobody' } as const;
  const bank = { institutionId: 'testbank', senderAccountId: null, ddaReference: null };
  await service.transactions.forApp(app.id, (tx) =>
    service.app
      .get(MandateAttemptsService, { strict: false })
      .follow(tx, { mandateId, status: 'FAILED', bank, error }),
  );
}

const refused = (answer: Answer<unknown>) => {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600']);
  expect(answer.body).toMatchObject({
    error: { error_code: 'RATE_LIMITED', details: expect.stringContaining('direct debit') },
  });
};

const debitsOf = async ({ linkId }: Payer) => {
  const [link] = await app.rows<{ debit_attempts: number; card_attempts: number }>(
    `SELECT debit_attempts, card_attempts FROM payment_links WHERE payment_link_id = $1`,
    [linkId],
  );
  return link;
};

describe('the direct debits of a link', () => {
  it('are five taps, then no more; a card still pays', async () => {
    const payer = await returning();
    for (let tap = 0; tap < LIMIT; tap += 1) {
      expect(await payer.view()).not.toHaveProperty('used_up_payment_method_types');
      expect((await taps(payer)).body).toMatchObject({ session_status: 'FAILED' });
    }
    mandates.refusal = null;
    refused(await taps(payer));
    expect(await payer.view()).toMatchObject({
      status: 'CREATED',
      money_moved: 'NO',
      used_up_payment_method_types: ['MANDATE'],
    });
    expect(mandates.charged).toEqual([]);
    const { body } = await chooseType(payer, 'CARD');
    const card = { token: 'tok_1', last4: '4242' };
    expect((await payer.submitToken(body.attempt_id, card)).status).toBe(200);
    expect(await debitsOf(payer)).toEqual({ debit_attempts: LIMIT, card_attempts: 1 });
  });

  it('count authorized mandates too, and refuse another before the payer begins with it', async () => {
    const payer = await returning();
    for (let each = 0; each < LIMIT - 1; each += 1) await authorizes(payer);
    expect((await taps(payer)).status).toBe(200);
    const { body: card } = await chooseType(payer, 'CARD');
    refused(await chooseType(payer, 'MANDATE'));
    refused(await taps(payer));
    const attempts = await attemptsOf(app, payer.linkId);
    expect(attempts.filter(({ status }) => status === 'FAILED')).toHaveLength(LIMIT);
    expect(card.attempt_id).toBeDefined();
  });

  it('count a mandate that the bank refused before anything was confirmed', async () => {
    const payer = await returning();
    for (let each = 0; each < LIMIT; each += 1) await authorizes(payer, { isConfirmed: false });
    refused(await chooseType(payer, 'MANDATE'));
    expect(await debitsOf(payer)).toEqual({ debit_attempts: LIMIT, card_attempts: 0 });
  });

  it('do not count what the payer left, nor a double click', async () => {
    const payer = await returning();
    for (let each = 0; each <= LIMIT; each += 1) {
      await chooseSaved(payer);
      await payer.call('POST /change_payment_method', {});
      await chooseType(payer, 'MANDATE');
    }
    expect(await debitsOf(payer)).toMatchObject({ debit_attempts: 0 });
    mandates.refusal = null;
    const { body } = await chooseSaved(payer);
    const tap = { attempt_id: body.attempt_id };
    await Promise.all([0, 1].map(() => payer.call('POST /submit_payment_method', tap)));
    expect(await debitsOf(payer)).toMatchObject({ debit_attempts: 1 });
  });

  it(
    'are five for 64 tabs that each go on until they are stopped',
    async () => {
      const payer = await returning();
      const tabs = await Promise.all(
        Array.from({ length: TABS }, () => Payer.open(app, {} as TestSandbox, payer.link)),
      );
      await app.warmUp();
      const answers = await Promise.all(
        tabs.map(async (tab) => {
          for (;;) {
            const answer = await taps(tab);
            if (answer.status === 429) return answer;
            // another tab's attempt is under way, or was over a moment earlier
            expect([200, 400]).toContain(answer.status);
          }
        }),
      );
      answers.forEach(refused);
      const attempts = await attemptsOf(app, payer.linkId);
      expect(attempts.filter(({ status }) => status === 'FAILED')).toHaveLength(LIMIT);
      expect(await debitsOf(payer)).toEqual({ debit_attempts: LIMIT, card_attempts: 0 });
      const charges = await app.rows(
        `SELECT 1 FROM mandate_charges c JOIN payments p USING (customer_app_id, payment_id)
         WHERE p.payment_link_id = $1`,
        [payer.linkId],
      );
      expect(charges).toHaveLength(LIMIT);
    },
    START_MS,
  );
});
