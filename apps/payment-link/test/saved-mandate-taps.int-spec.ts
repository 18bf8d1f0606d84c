/** @proves submitHostedPaymentMethod */
import type {
  AvailablePaymentMethod,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { newId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { ErasuresService } from '../src/processes/erasures/erasures.service.js';
import { linkBody, Payer } from './payer.fixture.js';
import {
  send,
  TestPaymentLink,
  type Answer,
  type TestCustomerApp,
} from './payment-link.fixture.js';
import {
  attemptsOf,
  chooseType,
  debitAccount,
  debitPayer,
  offeredTo,
} from './direct-debit-payer.fixture.js';
import { savedMandate } from './saved-mandate.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const TAPS = 64;
const sender = { external_user_id: 'somebody-who-returns', name: 'Chan Tai Man' };

let mandates: StandInMandates;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: string;
let mandateId: string;
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
  Object.assign(mandates, { away: false, refusal: null, bankStatus: 'PENDING', chargeable: [] });
  mandates.charged.length = 0;
  app = await service.customerApp([]);
  accountId = await debitAccount(app);
  [mandateId, methodId] = await savedMandate(app, { mandates, accountId, sender });
});

const returning = () => debitPayer(app, linkBody({ sender }));
const savedOf = (offered: readonly AvailablePaymentMethod[]) =>
  offered.filter(({ payment_method_id: id }) => id === methodId);

function choose(payer: Payer): Promise<Answer<SelectPaymentMethodResponse>> {
  return payer.call('POST /select_payment_method', {
    payment_account_id: accountId,
    payment_method_type: 'MANDATE',
    payment_method_id: methodId,
  });
}

/** A payer who chose the saved mandate, and the attempt. */
async function chosen(): Promise<[Payer, string]> {
  const payer = await returning();
  const { status, body } = await choose(payer);
  expect([status, body.mandate_id, body.mandate_token]).toEqual([200, undefined, undefined]);
  return [payer, body.attempt_id];
}

const tap = (payer: Payer, attempt_id: string) =>
  payer.call('POST /submit_payment_method', { attempt_id });

const chargesOf = ({ linkId }: Payer) =>
  app.rows<{ status: string; amount: number; mandate_id: string; bank: object }>(
    `SELECT c.status, c.amount, c.mandate_id, c.bank FROM mandate_charges c
     JOIN payments p ON p.customer_app_id = c.customer_app_id AND p.payment_id = c.payment_id
     WHERE p.payment_link_id = $1`,
    [linkId],
  );

/** Events by which the service of mandates would end one. */
const endings = () =>
  app.rows(
    `SELECT event_name FROM outbox
     WHERE event_name LIKE 'payment_link.%' AND payload ->> 'mandate_id' = $1`,
    [mandateId],
  );

describe('a tap on a saved mandate', () => {
  it('is one transaction: the link waits for the payment alone, and the charge is written', async () => {
    const [payer, attemptId] = await chosen();
    const { status, body } = await tap(payer, attemptId);
    expect([status, body.session_status, body.money_moved]).toEqual([200, 'PROCESSING', 'UNKNOWN']);
    const bank = { institutionId: 'testbank', ddaReference: 'DDA-1' };
    expect(await chargesOf(payer)).toMatchObject([
      { status: 'ACCEPTED', amount: 12_500, mandate_id: mandateId, bank },
    ]);
    expect(await attemptsOf(app, payer.linkId)).toEqual([
      { status: 'CAPTURING', mandate_id: null, payment_status: 'SUBMITTED' },
    ]);
    expect(mandates.charged).toHaveLength(1);
    const cancel = await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    expect([cancel.status, (await choose(payer)).status]).toEqual([400, 400]);
  });

  it.each(['INVALID_MANDATE_STATUS', 'TRANSACTION_LIMIT_EXCEEDED'])(
    'that the mandate refuses with %s has failed, and another can follow',
    async (code) => {
      const [payer, attemptId] = await chosen();
      mandates.refusal = code;
      const { status, body } = await tap(payer, attemptId);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'CREATED',
        session_status: 'FAILED',
        money_moved: 'NO',
      });
      expect(body.attempt?.error?.error_code).toBe(code);
      mandates.refusal = null;
      mandates.bankStatus = 'EXECUTED';
      const again = await choose(payer);
      expect((await tap(payer, again.body.attempt_id)).body.status).toBe('PAID');
    },
  );

  it('whose answer is lost waits, and is asked for on schedule', async () => {
    const [payer, attemptId] = await chosen();
    const listed = mandates.chargeable;
    mandates.away = true;
    expect((await tap(payer, attemptId)).status).toBe(503);
    expect((await payer.view()).session_status).toBe('OPEN');
    mandates.away = false;
    // gone between the look at the mandate and the charge itself
    Object.defineProperty(mandates, 'chargeable', {
      configurable: true,
      get() {
        mandates.away = true;
        return listed;
      },
    });
    const { status, body } = await tap(payer, attemptId);
    Object.defineProperty(mandates, 'chargeable', {
      configurable: true,
      writable: true,
      value: listed,
    });
    expect([status, body.session_status, body.money_moved]).toEqual([200, 'PROCESSING', 'UNKNOWN']);
    Object.assign(mandates, { away: false, bankStatus: 'EXECUTED' });
    await app.moveClock(11_000);
    await service.dueJobs.runFor(app.id);
    expect((await payer.readLink()).status).toBe('PAID');
    expect(mandates.charged).toHaveLength(1);
  });

  it('of another link, or of one that was left, charges nothing', async () => {
    const [payer, attemptId] = await chosen();
    const stranger = await returning();
    expect((await tap(stranger, attemptId)).body).toMatchObject({
      error: { error_code: 'PAYMENT_LINK_NOT_FOUND' },
    });
    await payer.call('POST /change_payment_method', {});
    expect((await tap(payer, attemptId)).body).toMatchObject({
      error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' },
    });
    expect([await chargesOf(payer), await endings()]).toEqual([[], []]);
  });

  it('cannot be made with a card', async () => {
    const [payer, attemptId] = await chosen();
    const { status } = await payer.submitToken(attemptId, { token: 'tok_1', last4: '4242' });
    expect(status).toBe(400);
  });
});

describe('the account that was tapped', () => {
  const shown = { account_number_masked: '****8833' };

  it('is in the view as it was offered, and nothing else of it', async () => {
    const [payer, attemptId] = await chosen();
    expect((await payer.view()).attempt).not.toHaveProperty('sender_account');
    const { body } = await tap(payer, attemptId);
    const [offered] = savedOf(await offeredTo(await returning()));
    expect([body.attempt?.sender_account, offered?.sender_account]).toEqual([shown, shown]);
    expect((await payer.view()).attempt).toEqual(body.attempt);
    const [{ sender_account_id: accountOfPayer }] = mandates.chargeable as [
      { sender_account_id: string },
    ];
    for (const secret of [accountOfPayer, '012-345678', '12345678', 'CHAN', 'testbank', methodId]) {
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it('is named by a failure, until the payer tries another way', async () => {
    const [payer, attemptId] = await chosen();
    mandates.refusal = 'TRANSACTION_LIMIT_EXCEEDED';
    await tap(payer, attemptId);
    expect((await payer.view()).attempt).toMatchObject({ status: 'FAILED', sender_account: shown });
    await chooseType(payer, 'MANDATE');
    expect((await payer.view()).attempt).not.toHaveProperty('sender_account');
  });

  it('is not named any more once its holder is erased', async () => {
    const [payer, attemptId] = await chosen();
    await tap(payer, attemptId);
    const userId = payer.link.sender?.user_id ?? '';
    await service.app
      .get(ErasuresService, { strict: false })
      .erase({ customer_app_id: app.id, user_id: userId, actor: 'operator', reason: 'asked' });
    expect((await payer.view()).attempt).not.toHaveProperty('sender_account');
  });
});

describe('a saved mandate', () => {
  it('is not offered while mandate is not available; other methods are', async () => {
    const payer = await returning();
    expect(savedOf(await offeredTo(payer))).toHaveLength(1);
    mandates.away = true;
    const offered = await offeredTo(payer);
    expect(offered.map((each) => each.payment_method_type)).toEqual(['CARD', 'MANDATE']);
  });

  it.each<[string, object]>([
    ['for another settlement account', { recipient_account_id: 'another' }],
    ['on an account that is gone', { sender_account_id: newId(new Date()) }],
    ['on a link that keeps it for charges without the payer', { payment_link_id: 'another' }],
    ['on no link at all', { payment_link_id: undefined }],
  ])('%s is not offered', async (_, members) => {
    mandates.chargeable = mandates.chargeable.map((each) => ({ ...each, ...members }));
    const payer = await returning();
    expect(savedOf(await offeredTo(payer))).toEqual([]);
    expect((await choose(payer)).body).toMatchObject({
      error: { error_code: 'INVALID_PAYMENT_METHOD_STATUS' },
    });
  });

  it('is offered only where its recipient may receive', async () => {
    await debitAccount(app, { settlement_account_reference: 'other', business_units: ['other'] });
    const limitedTo = (business_unit: string) =>
      linkBody({
        sender,
        payment_setup_options: {
          future_payments: 'AUTOPAY',
          recipient_account_filters: { business_unit },
        },
      });
    const [theirs, others] = [
      await debitPayer(app, limitedTo('HKD')),
      await debitPayer(app, limitedTo('other')),
    ];
    expect(savedOf(await offeredTo(theirs))).toHaveLength(1);
    const offered = await offeredTo(others);
    expect(savedOf(offered)).toEqual([]);
    expect(offered.map((each) => each.payment_method_type)).toEqual(['CARD', 'MANDATE']);
  });

  it('stays usable when its attempt ends, for any reason', async () => {
    const [switched] = await chosen();
    await switched.select();
    const [left] = await chosen();
    await left.call('POST /change_payment_method', {});
    const [cancelled] = await chosen();
    await app.send(`POST /payment_links/${cancelled.linkId}/cancel`);
    const states = await Promise.all(
      [switched, left, cancelled].map(({ linkId }) => attemptsOf(app, linkId)),
    );
    expect(states.map(([first]) => first?.status)).toEqual(['REPLACED', 'REPLACED', 'CANCELLED']);
    expect([await endings(), mandates.abandoned]).toEqual([[], []]);
  });
});

describe('64 taps from 64 tabs', () => {
  /** A cancel before everything else loses no race, one after everything else wins none. */
  const CANCELS = ['at once', 'while they are at it', 'when the first was answered'] as const;

  it.each(CANCELS)(
    'and a cancel %s: charged once, or never',
    async (when) => {
      const [payer, attemptId] = await chosen();
      const tabs = await Promise.all(
        Array.from({ length: TAPS }, () => Payer.open(app, {} as TestSandbox, payer.link)),
      );
      await app.warmUp();
      const { asked } = mandates;
      const tapping = tabs.map((tab) => tap(tab, attemptId));
      if (when === 'while they are at it') {
        await eventually(() => mandates.asked > asked, { deadlineMs: 15_000 });
      }
      if (when === 'when the first was answered') await Promise.race(tapping);
      const cancelling = app.send(`POST /payment_links/${payer.linkId}/cancel`);
      const taps = await Promise.all(tapping);
      const isCancelled = (await cancelling).status === 200;
      if (when === 'when the first was answered') expect(isCancelled).toBe(false);
      expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([isCancelled ? 400 : 200]));
      const expected = isCancelled
        ? { status: 'CANCELLED', mandate_id: null, payment_status: 'CANCELLED' }
        : { status: 'CAPTURING', mandate_id: null, payment_status: 'SUBMITTED' };
      expect(await attemptsOf(app, payer.linkId)).toEqual([expected]);
      const charges = isCancelled ? 0 : 1;
      expect([(await chargesOf(payer)).length, new Set(mandates.charged).size]).toEqual([
        charges,
        charges,
      ]);
      expect(await endings()).toEqual([]);
    },
    START_MS,
  );

  it(
    'each choosing for themselves are one success',
    async () => {
      const payer = await returning();
      mandates.bankStatus = 'EXECUTED';
      const tabs = await Promise.all(
        Array.from({ length: TAPS }, () => Payer.open(app, {} as TestSandbox, payer.link)),
      );
      const answers = await Promise.all(
        tabs.map(async (tab) => {
          const { status, body } = await choose(tab);
          return status === 200 ? (await tap(tab, body.attempt_id)).status : status;
        }),
      );
      expect(answers.filter((status) => status !== 200 && status !== 400)).toEqual([]);
      expect((await payer.readLink()).status).toBe('PAID');
      const attempts = await attemptsOf(app, payer.linkId);
      expect(attempts.map(({ status }) => status)).toEqual(['SUCCEEDED']);
      expect(await chargesOf(payer)).toHaveLength(1);
      expect(new Set(mandates.charged).size).toBe(1);
    },
    START_MS,
  );
});

it('the operations of a saved mandate belong to its link alone', async () => {
  const [payer, attemptId] = await chosen();
  const { status } = await send(service.publicUrl, {
    route: 'POST /payment_links/hosted/submit_payment_method',
    body: { attempt_id: attemptId },
  });
  expect(status).toBe(401);
  expect(await chargesOf(payer)).toEqual([]);
});
