import { jest } from '@jest/globals';
import type { MandateLinkResponse, SubmitChecklistRequest } from '@towpath/contracts/mandate';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import {
  ApiClient,
  HostedPayer,
  MandatePayer,
  RIGHT_OTP,
  TYPED,
  type ApiAnswer,
  type ChecklistEntry,
} from '@towpath/testing';
import fc from 'fast-check';
import { DirectDebitShop, queryMandates } from './direct-debit-shop.fixture.js';
import { soundState } from './sound-mandate.fixture.js';

jest.setTimeout(400_000);
const DAY = 86_400;
const AT_ONCE = 64;
const SEEDS = [11, 37, 53, 97];

let system: RunningSystem;
let shop: DirectDebitShop;
let api: ApiClient;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await DirectDebitShop.open(system);
  api = new ApiClient(system.baseUrl);
});

/** One mandate, and everything that may be wished of it. */
interface Scene {
  readonly id: string;
  readonly wishes: Readonly<Record<string, () => Promise<{ status: number; body?: unknown }>>>;
}

const today = async () => {
  const { now } = await shop.merchant.call<{ now: string }>({
    method: 'GET',
    path: '/testing/clock',
  });
  return now.slice(0, 'YYYY-MM-DD'.length);
};

const linkOf = (id: string): Promise<ApiAnswer<MandateLinkResponse>> =>
  shop.merchant.send({
    method: 'POST',
    path: '/mandates/link',
    body: { mandate_id: id, link_customizations: {} },
  });

const leave = ({ token }: MandatePayer) =>
  api.send({ method: 'POST', path: '/mandates/hosted/leave', token, body: {} });

/** What the customer app, the link and the clock wish, whoever authorizes. */
const fromOutside = (id: string): Scene['wishes'] => ({
  authorize: () => shop.authorize(id),
  decline: () => shop.authorize(id, false),
  cancel: () => shop.asPaymentLink(`/${id}/cancel`, {}),
  abandon: () => shop.asPaymentLink(`/${id}/abandon`, {}),
  // its only day passes
  expire: async () => {
    await shop.advance(DAY);
    return { status: 200 };
  },
});

/** What a payer who has chosen the bank sends; sealed beforehand, so that the sending races. */
async function fromPayer(payer: MandatePayer): Promise<Scene['wishes']> {
  const sealing = (...items: readonly ChecklistEntry[]) =>
    Promise.all(Array.from({ length: AT_ONCE / 4 }, () => payer.seal(...items)));
  const account = TYPED.account('012-345-678901');
  const [whole, login, wrong] = await Promise.all([
    sealing(account, TYPED.consent(), TYPED.login({ otp: RIGHT_OTP })),
    sealing(TYPED.login({ otp: RIGHT_OTP })),
    sealing(TYPED.login({ password: 'wrong' })),
  ]);
  const sends = (payloads: SubmitChecklistRequest[]) => () => payer.send(payloads.pop() ?? {});
  return {
    whole: sends(whole),
    login: sends(login),
    wrong: sends(wrong),
    leave: () => leave(payer),
    select: () => payer.select('testbank'),
  };
}

/** The account is known, so the app may speak for the payer: until a link lets the payer in. */
async function onKnownAccount(): Promise<Scene> {
  const id = await shop.asked('8901', { end_date: await today() });
  const payerComes = async () => {
    const { status, body } = await linkOf(id);
    if (status !== 200) return { status, body };
    const payer = new MandatePayer(api, body.access_token);
    return payer.submit(TYPED.consent(), TYPED.login({ otp: RIGHT_OTP }));
  };
  return { id, wishes: { ...fromOutside(id), link: () => linkOf(id), payerComes } };
}

/** The payer names the account, in a user interface of the app. */
async function byPayer(): Promise<Scene> {
  const { mandate_id: id } = await shop.merchant.call<{ mandate_id: string }>({
    method: 'POST',
    path: '/mandates',
    body: {
      recipient_account: { account_id: shop.accountId },
      sender: { email: 'tm@example.com', name: 'Chan Tai Man' },
      mandate_details: { currency: 'HKD', end_date: await today() },
    },
  });
  const payer = new MandatePayer(api, (await linkOf(id)).body.access_token);
  await payer.select('testbank');
  return { id, wishes: { ...fromOutside(id), ...(await fromPayer(payer)) } };
}

/** The draft of a payment link, which is cancelled and left as well. */
async function onPaymentLink(seed: number): Promise<Scene> {
  const link = await shop.merchant.createLink({
    mode: 'PAYMENT',
    amount: 500,
    currency: 'HKD',
    unique_reference_id: `race-${process.pid}-${seed}`,
    payment_details: { description: 'Order', external_transaction_reference: `R${seed}` },
    sender: { external_user_id: `racer-${seed}`, name: 'Chan Tai Man' },
  } as Parameters<DirectDebitShop['merchant']['createLink']>[0]);
  const page = await HostedPayer.open(api, link.url ?? '');
  const { mandate_id: id = '', mandate_token } = await page.select('MANDATE');
  const payer = new MandatePayer(api, mandate_token ?? '');
  await payer.select('testbank');
  const path = `/payment_links/${link.payment_link_id}/cancel`;
  return {
    id,
    wishes: {
      ...fromOutside(id),
      ...(await fromPayer(payer)),
      change: () => page.change(),
      cancelLink: () => shop.merchant.send({ method: 'POST', path }),
    },
  };
}

const SCENES: Readonly<Record<string, (seed: number) => Promise<Scene>>> = {
  'the account is known': onKnownAccount,
  'the payer names the account': byPayer,
  'a payment link asks for it': onPaymentLink,
};

/** What a wish that came too late, or was none, is told. */
const REFUSED = [
  'INVALID_MANDATE_STATUS',
  'MANDATE_NOT_IN_VALIDITY_PERIOD',
  'INVALID_PAYMENT_LINK_STATUS',
  'CREDENTIALS_INVALID',
  'INVALID_REQUEST',
];

interface Row {
  readonly status: string;
  readonly authorized: number;
  /** A payer's has an address, also in a user interface of the app. */
  readonly consents: readonly string[];
  readonly bank: string | null;
  readonly submitted: readonly string[];
  readonly account: string | null;
  readonly sealed: boolean;
}

const rowOf = async (id: string): Promise<Row> => {
  const [row] = await queryMandates<Row>(
    system,
    `SELECT m.status, m.sender_account_id AS account,
       (SELECT count(*)::int FROM mandate_state_changes s
        WHERE s.mandate_id = m.mandate_id AND command = 'authorize') AS authorized,
       ARRAY(SELECT CASE WHEN sealed_origin IS NULL
          THEN 'BY_THE_APP' ELSE 'BY_THE_PAYER' END
        FROM mandate_consents e WHERE e.mandate_id = m.mandate_id) AS consents,
       c.institution ->> 'institution_id' AS bank,
       ARRAY(SELECT jsonb_object_keys(coalesce(c.submitted, '{}'))) AS submitted,
       c.sealed IS NOT NULL AS sealed
     FROM mandates m LEFT JOIN mandate_checklists c USING (customer_app_id, mandate_id)
     WHERE mandate_id = $1`,
    [id],
  );
  if (!row) throw new Error(`no mandate ${id}`);
  return row;
};

describe.each(Object.entries(SCENES))('64 wishes at once: %s', (_, scene) => {
  it.each(SEEDS)('end in one legal state, told exactly (seed %d)', async (seed) => {
    const { id, wishes } = await scene(seed);
    const names = Object.keys(wishes).filter((name) => name !== 'expire');
    const [drawn = []] = fc.sample(
      fc.array(fc.constantFrom(...names), { minLength: AT_ONCE - 2, maxLength: AT_ONCE - 2 }),
      { numRuns: 1, seed },
    );
    // the last day passes early in some, late in others
    const order = drawn.toSpliced(seed % drawn.length, 0, 'expire').toSpliced(-1, 0, 'expire');
    const answers = await Promise.all(
      order.map(async (name) => ({ name, ...(await wishes[name]?.()) })),
    );
    for (const { name, status, body } of answers) {
      const code = (body as { error?: { error_code?: string } } | undefined)?.error?.error_code;
      const fine = status === 200 || (status === 400 && REFUSED.includes(code ?? ''));
      expect([name, status, code, fine]).toEqual([name, status, code, true]);
    }
    await shop.advance(2 * 60);

    const state = await soundState(shop, id);
    const row = await rowOf(id);
    expect(row.status).toBe(state);
    expect(row.consents).toHaveLength(row.authorized);
    expect(row.authorized).toBeLessThanOrEqual(1);
    // the app spoke for a payer only where no institution asked for more
    if (row.consents[0] === 'BY_THE_APP') expect(row.bank).toBeNull();
    // its day has passed: nothing is left open, and nothing of what was typed is kept
    expect(['AUTHORIZATION_REQUIRED', 'AUTHORIZING']).not.toContain(state);
    expect(row.sealed).toBe(false);
  });
});

describe('two tabs of one payer', () => {
  it('a refusal in one takes nothing back from the other, which was let in', async () => {
    const { mandate_id: id } = await shop.merchant.call<{ mandate_id: string }>({
      method: 'POST',
      path: '/mandates',
      body: {
        recipient_account: { account_id: shop.accountId },
        sender: { email: 'tm@example.com', name: 'Chan Tai Man' },
        mandate_details: { currency: 'HKD' },
      },
    });
    const [one, other] = [await linkOf(id), await linkOf(id)].map(
      ({ body }) => new MandatePayer(api, body.access_token),
    ) as [MandatePayer, MandatePayer];
    await one.select('testbank');
    await one.submit(TYPED.login({ otp: RIGHT_OTP }));
    expect((await other.submit(TYPED.login({ password: 'wrong' }))).status).toBe(400);
    expect((await one.auth()).mandate_status).toBe('AUTHORIZING');
    const done = await one.submit(TYPED.account('012-345-678901'), TYPED.consent());
    expect([done.status, done.body.mandate_status]).not.toContain('AUTHORIZING');
    expect(done.status).toBe(200);
  });

  it('the app cannot speak for a payer whose login failed', async () => {
    const id = await shop.asked('8901');
    const payer = new MandatePayer(api, (await linkOf(id)).body.access_token);
    await payer.submit(TYPED.consent(), TYPED.login({ password: 'wrong' }));
    expect((await payer.auth()).mandate_status).toBe('AUTHORIZATION_REQUIRED');
    const { status, body } = await shop.authorize<{ error: { details: string } }>(id);
    expect([status, body.error.details]).toEqual([
      400,
      expect.stringContaining('ACCOUNTHOLDER_AUTHENTICATION'),
    ]);
    expect((await shop.read(id)).status).toBe('AUTHORIZATION_REQUIRED');
  });
});
