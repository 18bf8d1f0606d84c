import { jest } from '@jest/globals';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { ApiClient, MandatePayer, TYPED, type ApiAnswer, type ApiRequest } from '@towpath/testing';
import { AuthorizingShop, codeOf, type Refusal } from './mandate-authorization.fixture.js';
import { secondProcess, type SecondProcess } from './second-process.fixture.js';

jest.setTimeout(240_000);

/** A caller behind a proxy that the API gateway trusts. */
class Browser extends ApiClient {
  constructor(
    baseUrl: string,
    private readonly address: string,
  ) {
    super(baseUrl);
  }

  override send<T>(request: ApiRequest): Promise<ApiAnswer<T>> {
    const headers = { ...request.headers, 'x-forwarded-for': this.address };
    return super.send<T>({ ...request, headers });
  }
}

let system: RunningSystem;
let shop: AuthorizingShop;
let gateway: SecondProcess;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await AuthorizingShop.open(system);
  gateway = await secondProcess(system, 'gateway', { TRUSTED_PROXIES: '127.0.0.0/8' });
});
afterAll(() => gateway?.stop());

async function hostedPayer(address: string): Promise<[MandatePayer, string]> {
  const [{ token }, id] = await shop.hostedPayer({ institution_id: 'testbank' });
  return [new MandatePayer(new Browser(gateway.url, address), token), id];
}

async function ownPayer(owner = shop): Promise<MandatePayer> {
  const [{ token }] = await owner.payer({ institution_id: 'testbank' });
  return new MandatePayer(new Browser(gateway.url, '198.51.100.1'), token);
}

const guess = async (payer: MandatePayer, members: object) =>
  codeOf(await payer.submit<Refusal>(TYPED.login(members)));

const WRONG = [400, 'CREDENTIALS_INVALID'];
const LIMITED = [400, 'TOO_MANY_ATTEMPTS'];
const wrong = (name: string) => ({ user_id: name, password: 'wrong' });

describe('guessing the bank login of a mandate', () => {
  it('ends after five wrong logins on one page, while the mandate waits for another page', async () => {
    const [payer, id] = await hostedPayer('203.0.113.1');
    for (let count = 0; count < 5; count += 1) {
      expect(await guess(payer, wrong(`page-${count}`))).toEqual(WRONG);
    }
    expect(await guess(payer, {})).toEqual(LIMITED);
    expect((await shop.mandate(id)).status).toBe('AUTHORIZATION_REQUIRED');
    const [next] = await hostedPayer('203.0.113.1');
    expect((await next.submit(TYPED.login())).status).toBe(200);
  });

  it('ends after twenty wrong logins in an hour from one address', async () => {
    for (let pages = 0; pages < 4; pages += 1) {
      const [payer] = await hostedPayer('203.0.113.2');
      for (let count = 0; count < 5; count += 1) {
        expect(await guess(payer, wrong(`address-${pages}-${count}`))).toEqual(WRONG);
      }
    }
    const [payer] = await hostedPayer('203.0.113.2');
    expect(await guess(payer, {})).toEqual(LIMITED);
    const [other] = await hostedPayer('203.0.113.3');
    expect((await other.submit(TYPED.login())).status).toBe(200);
  });

  it('ends after five wrong passwords of one login in the user interfaces of all apps', async () => {
    const stranger = await AuthorizingShop.open(system);
    for (const owner of [shop, stranger, shop, stranger, shop]) {
      expect(await guess(await ownPayer(owner), wrong('one-login'))).toEqual(WRONG);
    }
    expect(await guess(await ownPayer(stranger), wrong('ONE-LOGIN'))).toEqual(LIMITED);
    expect((await (await ownPayer()).submit(TYPED.login())).status).toBe(200);
  });

  it('counts wrong codes, but no request for a code', async () => {
    const payer = await ownPayer();
    const rows = () => shop.inDatabase('SELECT DISTINCT guess_id FROM login_guesses');
    const before = (await rows()).length;
    expect((await payer.submit(TYPED.login())).status).toBe(200);
    expect(await rows()).toHaveLength(before);
    expect(await guess(payer, { otp: '000000' })).toEqual(WRONG);
    expect(await rows()).toHaveLength(before + 1);
  });
});
