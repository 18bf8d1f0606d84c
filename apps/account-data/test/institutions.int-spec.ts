/** @proves listInstitutions, getInstitutionsForCustomer, getInstitution */
import type { Institution } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';
import { TestAccountData } from './account-data.fixture.js';

interface Refusal {
  readonly error: {
    readonly code?: number;
    readonly error_code: string;
    readonly details?: string;
  };
}

let service: TestAccountData;
let app: CustomerAppId;
let token: string;
let session: string;

beforeAll(async () => {
  service = await TestAccountData.start();
  app = await service.customerApp();
  token = await service.token(app);
  session = await service.token(app, { token_use: 'payment_link', scopes: ['institution:link'] });
});
afterAll(() => service?.end());

const list = (query = '', as = token) => service.get<Institution[]>(`/institutions${query}`, as);
const choose = (query = '') =>
  service.get<Institution[]>(`/institutions/customer${query}`, session);
const idsOf = ({ body }: { readonly body: readonly Institution[] }) =>
  body.map(({ institution_id: id }) => id);

describe('GET /institutions', () => {
  it('returns a bare list of all institutions', async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeGreaterThanOrEqual(304);
    expect(answer.body[0]).toMatchObject({ institution_type: 'BANK', tags: ['real'] });
  });

  it('hides simulated institutions from a live app', async () => {
    const live = await service.customerApp('LIVE');
    const liveToken = await service.token(live, { app_type: 'LIVE' });
    expect(idsOf(await list('?institution_type=TEST', liveToken))).toEqual([]);
    expect((await list('', liveToken)).body.length).toBeGreaterThanOrEqual(300);
  });

  it.each([
    ['?institution_type=TEST&countries=SGP', ['testbank', 'testbank-business']],
    ['?institution_type=TEST&country=phl', ['testbank', 'testbank-business']],
    ['?institution_type=TEST&products_supported=MANDATE,IDENTITY', ['testbank']],
    ['?institution_type=TEST&countries=JPN,HKG', ['testbank']],
    ['?institution_type=TEST&countries=JPN&countries=HKG', ['testbank']],
    ['?institution_type=TEST&countries[]=JPN&countries[1]=HKG', ['testbank']],
  ])('filters by %s', async (query, expected) => {
    expect(idsOf(await list(query))).toEqual(expect.arrayContaining(expected));
    expect((await list(query)).body).toHaveLength(4);
  });

  it.each([
    '?countries=QQQ',
    '?country=%F0%9F%92%A9',
    '?institution_type=NONSENSE',
    '?products_supported=NONSENSE',
    `?countries=${'x'.repeat(3000)}`,
    '?institution_type=TEST&countries=JPN',
  ])('accepts any value of a filter: %s matches nothing', async (query) => {
    expect(await list(query)).toEqual({ status: 200, body: [] });
  });

  it('refuses a value that no parameter may contain', async () => {
    const { status, body } = await service.get<Refusal>('/institutions?country=%00', token);
    expect([status, body.error.code]).toEqual([400, 40000]);
  });

  it.each(['?', '?countries=', '?countries=,,', '?nonsense=1', '?__proto__=x'])(
    'treats %s as no filter',
    async (query) => {
      expect((await list(query)).body.length).toBeGreaterThanOrEqual(304);
    },
  );

  it('requires a token of the right kind with the scope', async () => {
    expect((await service.get('/institutions')).status).toBe(401);
    const other = await service.token(app, { scopes: ['test'] });
    expect((await list('', other)).status).toBe(403);
    expect((await list('', session)).status).toBe(403);
  });
});

describe('GET /institutions/{institutionId}', () => {
  it('returns everything about one institution', async () => {
    const { status, body } = await service.get<Institution>('/institutions/testbank', token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      institution_id: 'testbank',
      institution_name: 'Test Bank',
      login_details: { info_message: expect.stringMatching(/usergood.*datagood/) as string },
      login_methods: [
        {
          id: 'credentials',
          login_fields: [
            { key: 'user_id', type: 'text' },
            { key: 'password', type: 'password' },
          ],
        },
      ],
      payment_info: { payments_supported: ['MANDATE', 'DEBIT_AUTHORIZATION'] },
    });
  });

  it.each(['nobank', 'TESTBANK', '01JQ0000000000000000000CNT', '%F0%9F%92%A9', 'x'.repeat(200)])(
    'refuses the unknown ID %s',
    async (id) => {
      const { status, body } = await service.get<Refusal>(`/institutions/${id}`, token);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 40002, error_code: 'INSTITUTION_NOT_FOUND' });
    },
  );

  it('answers a live app as if a simulated institution was unknown', async () => {
    const live = await service.customerApp('LIVE');
    const liveToken = await service.token(live, { app_type: 'LIVE' });
    const { body } = await service.get<Refusal>('/institutions/testbank', liveToken);
    expect(body.error.error_code).toBe('INSTITUTION_NOT_FOUND');
  });
});

describe('GET /institutions/customer', () => {
  it('is no institution ID, and lists what the session of a payer can use', async () => {
    const { status, body } = await choose();
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(100);
    const payments = body.map((each) => each.payment_info?.payments_supported ?? []);
    expect(payments.every((supported) => supported.includes('MANDATE'))).toBe(true);
  });

  it('finds institutions by text with typos, best match first', async () => {
    expect(idsOf(await choose('?search=tset%20bnak'))[0]).toBe('testbank');
    expect(idsOf(await choose('?search=zzzzzz'))).toEqual([]);
  });

  it.each([
    ['?institution_id=testbank-oauth,testbank', ['testbank', 'testbank-oauth']],
    ['?search=test%20bank&user_type=BUSINESS', ['testbank-business']],
    ['?search=test%20bank%20oauth&user_type=PERSONAL&countries=HKG', ['testbank-oauth']],
    ['?institution_id=testbank&institution_status=ALPHA', []],
    ['?institution_id=testbank&products_supported=STATEMENTS', ['testbank']],
    ['?institution_id[]=testbank-oauth&institution_id[]=testbank', ['testbank', 'testbank-oauth']],
    ['?institution_id=testbank&search=', ['testbank']],
  ])('narrows by %s', async (query, expected) => {
    expect(idsOf(await choose(query))).toEqual(expected);
  });

  it.each([
    ['?countries=Hongkong', 'countries'],
    ['?user_type=NOBODY', 'user_type'],
    ['?institution_status=DEAD', 'institution_status'],
    ['?products_supported=ACCOUNTS,', 'products_supported'],
    ['?country=HKG', 'country'],
    ['?statuses=BETA', 'statuses'],
    [`?search=${'x'.repeat(101)}`, 'search'],
    ['?search=a%00b', 'search'],
    ['?search=a&search=b', 'search'],
  ])('refuses %s, naming the parameter', async (query, field) => {
    const { status, body } = await service.get<Refusal>(`/institutions/customer${query}`, session);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      error_code: 'INVALID_REQUEST',
      details: expect.stringContaining(field) as string,
    });
    expect(body.error.code).toBeUndefined();
  });

  it('is for sessions, not for customer apps', async () => {
    expect((await service.get('/institutions/customer', token)).status).toBe(403);
  });
});

describe('GET /internal/institutions/{institutionId}', () => {
  const path = '/internal/institutions/testbank-business';

  it.each(['mandate', 'payment-link'])('describes one institution to %s', async (caller) => {
    const answer = await service.get<Institution>(path, await service.serviceToken(caller));
    expect(answer).toMatchObject({ status: 200, body: { user_type: ['BUSINESS'] } });
  });

  it('refuses every other service and customer apps', async () => {
    expect((await service.get(path, await service.serviceToken('dispute'))).status).toBe(403);
    expect((await service.get(path, token)).status).not.toBe(200);
  });
});

describe('POST /internal/institutions/search', () => {
  const search = async (asked: object, caller = 'mandate') =>
    service.post<{ institutions: Institution[] }>(
      '/internal/institutions/search',
      { app_type: 'TEST', limit: 100, ...asked },
      await service.serviceToken(caller),
    );
  const found = async (asked: object) =>
    (await search(asked)).body.institutions.map(({ institution_id: id }) => id);

  it('finds institutions by text among those that a link allows', async () => {
    expect((await found({ search: 'tset bank', limit: 1 }))[0]).toMatch(/^testbank/);
    expect(await found({ tags: ['test'], user_type: ['BUSINESS'] })).toEqual(['testbank-business']);
    const forPesos = await search({ products_supported: ['MANDATE'], currency: 'PHP' });
    expect(forPesos.body.institutions.length).toBeGreaterThan(4);
    for (const { payment_info: info } of forPesos.body.institutions) {
      expect(info?.payments_supported).toContain('MANDATE');
      expect(info?.currencies_supported).toContain('PHP');
    }
  });

  it.each([
    [{ user_type: ['BUSINESS'] }, ['testbank-business']],
    [{ institution_id: ['testbank', 'testbank-oauth'] }, ['testbank', 'testbank-oauth']],
    [{ countries: ['ABW'] }, []],
    [{ products_supported: ['NONE'] }, []],
    [{}, ['testbank', 'testbank-business', 'testbank-oauth', 'testbank-unavailable']],
  ])('narrows what a link allows by %j', async (narrowed, ids) => {
    expect((await found({ tags: ['test'], narrowed })).toSorted()).toEqual(ids);
    expect(await found({ countries: ['ABW'], tags: ['test'], narrowed })).toEqual([]);
  });

  it('refuses an unknown filter', async () => {
    const { status, body } = await search({ narrowed: { user_type: ['ROBOT'] } });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('narrowed.user_type');
  });

  it('hides simulated institutions from live apps, and refuses other services', async () => {
    expect(await found({ app_type: 'LIVE', tags: ['test'] })).toEqual([]);
    expect((await search({}, 'dispute')).status).toBe(403);
  });
});

describe('compression', () => {
  const sent = async (path: string, acceptEncoding: string) => {
    const headers = { authorization: `Bearer ${session}`, 'accept-encoding': acceptEncoding };
    const answer = await service.fetch(path, headers);
    return { answer, coding: answer.headers.get('content-encoding') };
  };

  it.each(['gzip', 'br, gzip;q=0.5', '*', 'GZIP'])(
    'compresses the list for "%s"',
    async (accepted) => {
      const { answer, coding } = await sent('/institutions/customer', accepted);
      expect([coding, answer.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding']);
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(20_000);
      expect(await answer.json()).toEqual((await choose()).body);
    },
  );

  it.each(['identity', 'br', 'gzip;q=0', ''])(
    'sends the list uncompressed for "%s"',
    async (accepted) => {
      const { answer, coding } = await sent('/institutions/customer', accepted);
      expect(coding).toBeNull();
      expect(await answer.json()).toHaveLength((await choose()).body.length);
    },
  );

  it('sends short answers uncompressed', async () => {
    const { answer, coding } = await sent('/institutions/customer?search=zzzzzz', 'gzip');
    expect([coding, await answer.json()]).toEqual([null, []]);
  });
});
