/** @proves createMandate, listMandates, getMandate */
import { jest } from '@jest/globals';
import type {
  CreatedMandateResponse,
  ListMandatesResponse,
  MandateResponse,
} from '@towpath/contracts/mandate';
import {
  createSandboxApp,
  sharedSystem,
  type SandboxApp,
  type RunningSystem,
} from '@towpath/local-system';
import { ApiClient, Merchant, type ApiAnswer } from '@towpath/testing';

jest.setTimeout(180_000);
const DAY_SECONDS = 86_400;

interface Refusal {
  readonly error: { readonly error_code: string; readonly details: string };
}

// The whole system, because a mandate's people and accounts live in another service.
let system: RunningSystem;
let shop: Merchant;
let accountId: string;
beforeAll(async () => {
  system = await sharedSystem();
  [shop, accountId] = await newShop();
});

async function newShop(): Promise<[Merchant, string]> {
  const app: SandboxApp = await createSandboxApp(system, { name: 'Shop', currencies: ['HKD'] });
  const merchant = new Merchant(new ApiClient(system.baseUrl), app);
  return [merchant, app.settlement_accounts[0]?.account_id ?? ''];
}

const order = (members: object = {}, details: object = {}) => ({
  recipient_account: { account_id: accountId },
  sender: { email: 'tm@example.com', name: 'Chan Tai Man', external_user_id: 'customer-42' },
  mandate_details: { currency: 'HKD', ...details },
  metadata: { plan: 'gold' },
  ...members,
});

function create<T = CreatedMandateResponse>(body: object, key?: string): Promise<ApiAnswer<T>> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return shop.send<T>({ method: 'POST', path: '/mandates', body, headers });
}

const read = <T = MandateResponse>(id: string, as = shop): Promise<ApiAnswer<T>> =>
  as.send<T>({ method: 'GET', path: `/mandates/${id}` });

const list = async (query = '', as = shop) =>
  (await as.send<ListMandatesResponse>({ method: 'GET', path: `/mandates${query}` })).body;

describe('a mandate', () => {
  it('is created for a sender, and read without the e-mail address', async () => {
    const limits = { max_transaction_amount: 500, max_period_count: 2, period: 'MONTHLY' };
    const { status, body } = await create(
      order({}, { transaction_limits: limits, end_date: '2099-12-31', description: 'Rent' }),
    );
    expect([status, body.status]).toEqual([200, 'AUTHORIZATION_REQUIRED']);
    expect(body.mandate_details).toMatchObject({
      currency: 'HKD',
      start_date: body.created_at.slice(0, 10),
      end_date: '2099-12-31',
      transaction_limits: limits,
    });
    expect(body.recipient_account?.account_id).toBe(accountId);
    expect(body.sender).toMatchObject({ email: 'tm@example.com', user_type: 'INDIVIDUAL' });
    const { email, ...sender } = body.sender;
    expect((await read(body.mandate_id)).body).toEqual({ ...body, sender });
    expect(email).toBe('tm@example.com');
  });

  it('belongs to the payment user of its external ID, or to a new one named by its own ID', async () => {
    const [first, second] = await Promise.all([create(order()), create(order())]);
    expect(second.body.sender.user_id).toBe(first.body.sender.user_id);
    expect(second.body.mandate_id).not.toBe(first.body.mandate_id);
    const { sender } = (await create(order({ sender: { email: 'x@example.com' } }))).body;
    expect(sender.external_user_id).toBe(sender.user_id);
  });

  it('is one for all copies of a request with one key', async () => {
    const body = order({ sender: { email: 'copy@example.com' } });
    const answers = await Promise.all(Array.from({ length: 16 }, () => create(body, 'copies')));
    expect(new Set(answers.map((answer) => answer.body.mandate_id)).size).toBe(1);
    const { user_id } = answers[0]?.body.sender ?? {};
    expect((await list(`?user_id=${user_id}`)).total_mandates).toBe(1);
    const other = await create<Refusal>(order(), 'copies');
    expect([other.status, other.body.error.error_code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it.each([
    ['an unknown account', { recipient_account: { account_id: 'x' } }, 'PAYMENT_ACCOUNT_NOT_FOUND'],
    ['another currency', { mandate_details: { currency: 'USD' } }, 'CURRENCY_MISMATCH'],
    [
      'a day that is over',
      { mandate_details: { currency: 'HKD', start_date: '2020-01-01' } },
      'INVALID_REQUEST',
    ],
    [
      'an end before the start',
      { mandate_details: { currency: 'HKD', start_date: '2090-02-01', end_date: '2090-01-31' } },
      'INVALID_REQUEST',
    ],
    [
      'a period limit without period',
      {
        mandate_details: {
          currency: 'HKD',
          transaction_limits: { max_transaction_amount: 1, max_period_amount: 1 },
        },
      },
      'INVALID_REQUEST',
    ],
    ['no e-mail address', { sender: { name: 'A' } }, 'INVALID_REQUEST'],
  ])('is refused for %s', async (_what, members, code) => {
    const { total_mandates: before } = await list();
    const { status, body } = await create<Refusal>(order(members));
    expect([status, body.error.error_code]).toEqual([400, code]);
    expect((await list()).total_mandates).toBe(before);
  });

  it('does not exist for another customer app, nor does its account', async () => {
    const { body: mine } = await create(order());
    const [stranger] = await newShop();
    const seen = await read<Refusal>(mine.mandate_id, stranger);
    expect([seen.status, seen.body.error.error_code]).toEqual([400, 'MANDATE_NOT_FOUND']);
    expect((await list('', stranger)).total_mandates).toBe(0);
    const taken = await stranger.send<Refusal>({
      method: 'POST',
      path: '/mandates',
      body: order(),
    });
    expect(taken.body.error.error_code).toBe('PAYMENT_ACCOUNT_NOT_FOUND');
  });
});

describe('the list of mandates', () => {
  it('filters also by inclusive UTC days, and its pages are exact', async () => {
    const [own, ownAccount] = await newShop();
    const made: CreatedMandateResponse[] = [];
    for (const type of ['INDIVIDUAL', 'BUSINESS', 'INDIVIDUAL']) {
      const body = order({
        recipient_account: { account_id: ownAccount },
        sender: { email: 'a@example.com', user_type: type },
      });
      made.unshift(await own.createMandate({ body }));
      await own.advanceClock(DAY_SECONDS);
    }
    const ids = async (query: string) =>
      (await list(query, own)).mandates.map(({ mandate_id }) => mandate_id);
    const [last, middle, first] = made.map(({ mandate_id }) => mandate_id);
    const day = made[1]?.updated_at.slice(0, 10) ?? '';
    expect(await ids('')).toEqual([last, middle, first]);
    expect(await ids('?sender_type=BUSINESS')).toEqual([middle]);
    expect(await ids(`?date_from=${day}`)).toEqual([last, middle]);
    expect(await ids(`?date_to=${day}`)).toEqual([middle, first]);
    expect(await ids(`?date_from=${day}&date_to=${day}`)).toEqual([middle]);
    expect(await ids('?statuses=SUCCEEDED,FAILED')).toEqual([]);
    expect(await ids('?statuses=SUCCEEDED,AUTHORIZATION_REQUIRED')).toHaveLength(3);
    expect(await ids(`?user_id=${made[2]?.sender.user_id}`)).toEqual([first]);
    expect(await ids('?institution_id=testbank')).toEqual([]);
    const page = await list('?limit=2', own);
    expect([page.mandates.length, page.total_mandates]).toEqual([2, 3]);
    expect(await ids(`?limit=2&after=${page.next_cursor}`)).toEqual([first]);
    expect(await ids('?offset=2')).toEqual([first]);
  });
});
