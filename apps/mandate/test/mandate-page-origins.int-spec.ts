import { jest } from '@jest/globals';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { AuthorizingShop } from './mandate-authorization.fixture.js';

jest.setTimeout(240_000);

const SHOP = 'https://shop.example';
const TILL = 'https://till.example';
const NOBODY = { ancestors: "frame-ancestors 'none'", named: '', refused: 'DENY' };
const both = {
  ancestors: `frame-ancestors ${SHOP} ${TILL}`,
  named: `${SHOP} ${TILL}`,
  refused: null,
};
const shopAlone = { ancestors: `frame-ancestors ${SHOP}`, named: SHOP, refused: null };

let system: RunningSystem;
let shop: AuthorizingShop;
let stranger: AuthorizingShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await AuthorizingShop.open(system, { redirectUris: [`${SHOP}/back`] });
  stranger = await AuthorizingShop.open(system, { redirectUris: ['https://stranger.example/'] });
});

async function linkOf(of: AuthorizingShop, customizations: object = {}): Promise<URL> {
  const { mandate_id: id } = await of.newMandate();
  const { body } = await of.link(id, customizations);
  return new URL(body.link_url);
}

/** Who may frame the page at this address, as its headers and its own head say. */
async function framing(url: URL) {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  const policy = answer.headers.get('content-security-policy')?.split('; ') ?? [];
  return {
    ancestors: policy.find((part) => part.startsWith('frame-ancestors ')),
    named: /embedding-origins" content="([^"]*)"/.exec(await answer.text())?.[1],
    refused: answer.headers.get('x-frame-options'),
  };
}

/** What a reload asks for, once the page has taken the token out of its address. */
function reloaded(url: URL): URL {
  const [app, session] = (url.searchParams.get('token') ?? '').split('.');
  return new URL(`?link=${app}.${session}`, url);
}

describe('the page of a mandate link', () => {
  it('may be framed by the sites of the app and by the site of its own link', async () => {
    const own = await linkOf(shop, { redirect_uri: `${TILL}/done`, ui_mode: 'iframe' });
    expect(await framing(await linkOf(shop))).toEqual(shopAlone);
    expect(await framing(own)).toEqual(both);
    expect(await framing(reloaded(own))).toEqual(both);
  });

  it('may be framed by them in every mode, also after it was opened', async () => {
    const own = await linkOf(shop, { redirect_uri: `${TILL}/done`, ui_mode: 'redirect' });
    expect((await shop.openPage(own.href)).status).toBe(200);
    expect(await framing(own)).toEqual(both);
  });

  it('is not framed by the site of a link when its address names another app', async () => {
    const own = reloaded(await linkOf(shop, { redirect_uri: `${TILL}/done` }));
    const [, session] = (own.searchParams.get('link') ?? '').split('.');
    const mixed = new URL(`?link=${stranger.merchant.customerAppId}.${session}`, own);
    expect((await framing(mixed)).named).toBe('https://stranger.example');
  });

  it('may be framed by the app alone if its address names an unknown session', async () => {
    const own = await linkOf(shop, { redirect_uri: `${TILL}/done` });
    const [session] = await shop.inDatabase<{ session_id: string }>(
      `SELECT session_id FROM mandate_sessions WHERE used_by = 'CUSTOMER_APP'
       AND customizations->>'redirect_uri' = $1 LIMIT 1`,
      [`${TILL}/done`],
    );
    const app = shop.merchant.customerAppId;
    expect(await framing(new URL(`?link=${app}.${session?.session_id}`, own))).toEqual(shopAlone);
    expect(await framing(new URL(`?link=${app}.${app}`, own))).toEqual(shopAlone);
    expect(await framing(new URL('?', own))).toEqual(NOBODY);
  });
});
