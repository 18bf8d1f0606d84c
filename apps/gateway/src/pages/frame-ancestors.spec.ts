import { embeddedBankLinkOf, embeddedLinkOf } from './embedded-link.js';
import { FrameAncestors } from './frame-ancestors.js';

const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD';
const LINK = '01K8Z3V5Q4M7N2R6T9W1X0Y8AB';
const QUERY = { token: `${APP}.${LINK}.proof` };

const settings = { redirect_uris: ['https://shop.example/back', 'shopapp://back'] };
const views = (status: string) => ({ get: () => Promise.resolve({ status, settings } as never) });
const links = (...origins: string[]) => ({ of: () => Promise.resolve(origins) });
const silent = { of: () => Promise.reject(new Error('no answer')) };

describe('the link that an address names', () => {
  it.each([[QUERY], [{ link: `${APP}.${LINK}` }], [{ ...QUERY, link: 'other' }]])(
    'is told by %j',
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
  ])('is none in %j', (query) => {
    expect(embeddedLinkOf(query)).toBeUndefined();
  });
});

describe('the bank link that an address names', () => {
  const signed = (claims: unknown) =>
    `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
  const claims = { customer_app_id: APP, customization_id: LINK };

  it.each([[{ token: signed(claims) }], [{ link: `${APP}.${LINK}` }]])('is told by %j', (query) => {
    expect(embeddedBankLinkOf(query)).toEqual({ customerAppId: APP, openedId: LINK });
  });

  it.each([
    [{}],
    [QUERY],
    [{ token: '' }],
    [{ token: signed(null) }],
    [{ token: signed({ ...claims, customization_id: 7 }) }],
    [{ token: 'head.no-json.signature' }],
    [{ token: [signed(claims), signed(claims)] }],
  ])('is none in %j', (query) => {
    expect(embeddedBankLinkOf(query)).toBeUndefined();
  });
});

describe('who may frame the page of a link', () => {
  it('are the sites of the app and the site that the link leads back to', async () => {
    const ancestors = new FrameAncestors(views('ENABLED'), links('https://till.example'));
    expect(await ancestors.ofPage(QUERY)).toEqual(['https://shop.example', 'https://till.example']);
  });

  it('are the sites of the app alone when the link cannot be asked about', async () => {
    const ancestors = new FrameAncestors(views('ENABLED'), silent);
    expect(await ancestors.ofPage(QUERY)).toEqual(['https://shop.example']);
  });

  it('is nobody that would end the directive, whoever names it', async () => {
    const ancestors = new FrameAncestors(views('ENABLED'), links("'self'", '*', 'https://a;b'));
    expect(await ancestors.ofPage(QUERY)).toEqual(['https://shop.example']);
  });

  it('is nobody when the app is disabled', async () => {
    const ancestors = new FrameAncestors(views('DISABLED'), links('https://till.example'));
    expect(await ancestors.ofPage(QUERY)).toEqual([]);
  });

  it('is nobody while the database is away', async () => {
    const away = { get: () => Promise.reject(new Error('no connection')) };
    expect(await new FrameAncestors(away, links('https://till.example')).ofPage(QUERY)).toEqual([]);
  });
});
