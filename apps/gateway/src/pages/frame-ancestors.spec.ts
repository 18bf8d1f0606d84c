import { embeddedBankLinkOf, embeddedLinkOf } from './embedded-link.js';
import { FrameAncestors } from './frame-ancestors.js';

const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD';
const LINK = '01K8Z3V5Q4M7N2R6T9W1X0Y8AB';
const QUERY = { token: `${APP}.${LINK}.proof` };

const settings = { redirect_uris: ['https://shop.example/back', 'shopapp://back'] };
const views = (status: string) => ({ get: () => Promise.resolve({ status, settings } as never) });
const links = (...origins: string[]) => ({ of: () => Promise.resolve(origins) });
const silent = { of: () => Promise.reject(new Error('no answer')) };

describe('the link named in the address of a page', () => {
  it.each([[QUERY], [{ link: `${APP}.${LINK}` }], [{ ...QUERY, link: 'other' }]])(
    'is read from %j',
    (query) => {
      expect(embeddedLinkOf(query)).toEqual({ customerAppId: APP, openedId: LINK });
    },
  );

  it.each([
    [{}],
    [{ token: '' }],
    [{ token: APP }],
    [{ token: `${APP}.x.proof` }],
    [{ token: `x${APP}.${LINK}.proof` }],
    [{ token: [QUERY.token, QUERY.token] }],
    [{ link: `x.${LINK}` }],
  ])('is missing in %j', (query) => {
    expect(embeddedLinkOf(query)).toBeUndefined();
  });
});

describe('the bank link named in the address of a page', () => {
  const signed = (claims: unknown) =>
    `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
  const claims = { customer_app_id: APP, customization_id: LINK };

  it.each([[{ token: signed(claims) }], [{ link: `${APP}.${LINK}` }]])(
    'is read from %j',
    (query) => {
      expect(embeddedBankLinkOf(query)).toEqual({ customerAppId: APP, openedId: LINK });
    },
  );

  it.each([
    [{}],
    [QUERY],
    [{ token: '' }],
    [{ token: signed(null) }],
    [{ token: signed({ ...claims, customization_id: 7 }) }],
    [{ token: 'head.no-json.signature' }],
    [{ token: [signed(claims), signed(claims)] }],
  ])('is missing in %j', (query) => {
    expect(embeddedBankLinkOf(query)).toBeUndefined();
  });
});

describe('the sites that may frame the page of a link', () => {
  it('are those of the app and the site that the link returns to', async () => {
    const ancestors = new FrameAncestors(views('ENABLED'), links('https://till.example'));
    expect(await ancestors.ofPage(QUERY)).toEqual(['https://shop.example', 'https://till.example']);
  });

  it('are only those of the app when the service of the link does not answer', async () => {
    const ancestors = new FrameAncestors(views('ENABLED'), silent);
    expect(await ancestors.ofPage(QUERY)).toEqual(['https://shop.example']);
  });

  it('never include an origin that would end the directive', async () => {
    const ancestors = new FrameAncestors(views('ENABLED'), links("'self'", '*', 'https://a;b'));
    expect(await ancestors.ofPage(QUERY)).toEqual(['https://shop.example']);
  });

  it('are none when the app is disabled', async () => {
    const ancestors = new FrameAncestors(views('DISABLED'), links('https://till.example'));
    expect(await ancestors.ofPage(QUERY)).toEqual([]);
  });

  it('are none while the database is unavailable', async () => {
    const away = { get: () => Promise.reject(new Error('no connection')) };
    expect(await new FrameAncestors(away, links('https://till.example')).ofPage(QUERY)).toEqual([]);
  });
});
