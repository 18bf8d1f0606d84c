/** @proves startInstitutionLogin, returnFromInstitution */
import { jest } from '@jest/globals';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { forged, MandatePayer, RIGHT_OTP, TYPED } from '@towpath/testing';
import { AuthorizingShop, codeOf, type Refusal } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);

const OAUTH = 'INSTITUTION_OAUTH_LOGIN';
const RIGHT = { user_id: 'usergood', password: 'datagood', otp: RIGHT_OTP };
let system: RunningSystem;
let shop: AuthorizingShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await AuthorizingShop.open(system);
});

/** Follows no redirect by itself, and keeps cookies as a browser does. */
class Browser {
  private readonly jar = new Map<string, string>();

  async walk(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: [...this.jar.values()].join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      this.jar.set(pair.split('=')[0] ?? '', pair);
    }
    return answer;
  }

  /** The page of the bank that the payer is led to. */
  async toBank(payer: MandatePayer): Promise<URL> {
    const answer = await this.walk(await wayOf(payer));
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get('location') ?? '');
  }

  /** Where the bank leads back to, once the payer has signed in. */
  async approve(page: URL, form: object = RIGHT): Promise<string> {
    const answer = await this.walk(page, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ decision: 'approve', ...form }),
    });
    const back = new URL(answer.headers.get('location') ?? '', page);
    return back.searchParams.get('return_url') ?? '';
  }
}

async function wayOf(payer: MandatePayer): Promise<string> {
  const { auth_checklist: factors } = await payer.auth();
  const option = factors.flatMap(({ options }) => options).find((each) => each.redirect_url);
  return option?.redirect_url ?? '';
}

describe('a login on the page of the institution', () => {
  it('authorizes the mandate, and sends the payer back to the page', async () => {
    const [payer, id] = await shop.hostedPayer({ institution_id: 'testbank-oauth' });
    await payer.submit(TYPED.account('0123456789', OAUTH), TYPED.consent(OAUTH));
    const browser = new Browser();
    const page = await browser.toBank(payer);
    expect((await browser.toBank(payer)).href).toBe(page.href);
    const back = await browser.walk(await browser.approve(page));
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/localhost:\d+\/hosted\/mandate\?from_bank=1$/),
    ]);
    await shop.reached(id, 'SUCCEEDED');
  });

  it("sends a payer of the app's own pages to the app", async () => {
    const redirect_uri = 'https://shop.example.com/back';
    const [payer, id] = await shop.payer({ institution_id: 'testbank-oauth', redirect_uri });
    const browser = new Browser();
    const back = await browser.walk(await browser.approve(await browser.toBank(payer)));
    expect(back.headers.get('location')).toBe(`${redirect_uri}?mandate_id=${id}`);
    expect((await payer.auth()).mandate_status).toBe('AUTHORIZING');
  });

  it('has no effect if it is refused, forged, used twice, or for another bank', async () => {
    const [payer] = await shop.payer({ institution_id: 'testbank-oauth' });
    const browser = new Browser();
    const page = await browser.toBank(payer);
    const url = `${system.baseUrl}/mandates/hosted/institution_return`;
    const state = page.searchParams.get('state') ?? '';
    await browser.walk(`${url}?state=${state}`);
    await browser.walk(`${url}?state=${state}&code=made-up`);
    expect((await payer.auth()).mandate_status).toBe('AUTHORIZATION_REQUIRED');
    const altered = await browser.walk(`${url}?state=${forged(state)}&code=x`);
    expect([altered.status, await altered.text()]).toEqual([
      400,
      expect.stringContaining('INVALID_REQUEST'),
    ]);
    const late = await browser.approve(page);
    await payer.select('testbank');
    expect((await browser.walk(late)).status).toBe(400);
    expect((await payer.auth()).mandate_status).toBe('AUTHORIZATION_REQUIRED');
  });

  it('cannot be replaced by a login in the checklist', async () => {
    const [payer] = await shop.payer({ institution_id: 'testbank-oauth' });
    const typed = await payer.submit<Refusal>({ ...TYPED.login(), name: OAUTH });
    expect(codeOf(typed)).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('the browser that goes to the bank', () => {
  it('must be the one that returns: a stranger who signs in authorizes nothing', async () => {
    for (const asks of [shop.payer.bind(shop), shop.hostedPayer.bind(shop)]) {
      const [payer, id] = await asks({ institution_id: 'testbank-oauth' });
      const page = await new Browser().toBank(payer);
      const stranger = new Browser();
      const back = await stranger.approve(page);
      const refused = await stranger.walk(back);
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('INVALID_REQUEST'),
      ]);
      expect((await shop.mandate(id)).status).toBe('AUTHORIZATION_REQUIRED');
    }
  });

  it('is not mistaken for that of another session', async () => {
    const [mine, theirs] = [await shop.payer(), await shop.payer()].map(([payer]) => payer) as [
      MandatePayer,
      MandatePayer,
    ];
    for (const payer of [mine, theirs]) await payer.select('testbank-oauth');
    const browser = new Browser();
    await browser.toBank(mine);
    const back = await browser.approve(await new Browser().toBank(theirs));
    const own = (await browser.walk(await wayOf(mine))).headers.getSetCookie()[0] ?? '';
    const [name, session] = [own.split('=')[0] ?? '', new URL(back).searchParams.get('state')];
    const renamed = own.replace(name, `bank-login-${session?.split('.')[1]}`).split(';')[0] ?? '';
    for (const cookie of ['', renamed]) {
      const refused = await fetch(back, { redirect: 'manual', headers: { cookie } });
      expect(refused.status).toBe(400);
    }
    expect((await theirs.auth()).mandate_status).toBe('AUTHORIZATION_REQUIRED');
  });

  it('keeps a cookie that no script and no other site reads', async () => {
    const [payer] = await shop.payer({ institution_id: 'testbank-oauth' });
    const answer = await fetch(await wayOf(payer), { redirect: 'manual' });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Path=\/; Max-Age=3600$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['same-origin', 303, 303],
    ['cross-site', 400, 303],
    ['none', 400, 303],
  ])('must come from our page if the page is ours: %s', async (site, hosted, own) => {
    const headers = { 'sec-fetch-site': site };
    const ask = async ([payer]: [MandatePayer, string]) =>
      (await fetch(await wayOf(payer), { redirect: 'manual', headers })).status;
    const bank = { institution_id: 'testbank-oauth' };
    expect(await ask(await shop.hostedPayer(bank))).toBe(hosted);
    expect(await ask(await shop.payer(bank))).toBe(own);
  });
});
