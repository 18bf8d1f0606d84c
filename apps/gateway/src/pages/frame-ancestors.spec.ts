import { FrameAncestors, customerAppOf, framingOrigins } from './frame-ancestors.js';

const APP = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD';

describe('who may frame the page of a link', () => {
  it('is told by the origins of the registered addresses, each once', () => {
    const uris = [
      'https://shop.example/back?a=1',
      'https://shop.example/other',
      'https://SHOP.example:8443/back',
      'http://127.0.0.1:8090/callback',
    ];
    expect(framingOrigins(uris)).toEqual([
      'http://127.0.0.1:8090',
      'https://shop.example',
      'https://shop.example:8443',
    ]);
  });

  it.each([
    ['a scheme of an installed app', 'shopapp://back'],
    ['plain http of another machine', 'http://shop.example/back'],
    ['a wildcard', 'https://*.example/back'],
    ['an end of the directive', 'https://shop;script-src/back'],
    ['another header value', 'https://shop,default-src/back'],
    ['not an address', 'shop'],
    ['not a text', 7],
  ])('is nobody by %s', (_what, uri) => {
    expect(framingOrigins([uri])).toEqual([]);
  });

  it.each([[undefined], [null], ['https://shop.example'], [{}]])('is nobody by %p', (uris) => {
    expect(framingOrigins(uris)).toEqual([]);
  });
});

describe('the app that a token names', () => {
  it('is its first part', () => {
    expect(customerAppOf(`${APP}.${APP}.proof`)).toBe(APP);
  });

  it.each([[undefined], [''], ['abc'], [`x${APP}.link.mac`], [[`${APP}.a.b`, `${APP}.a.b`]]])(
    'is none in %p',
    (token) => {
      expect(customerAppOf(token)).toBeUndefined();
    },
  );
});

describe('a page that is opened while the database is away', () => {
  it('is framed by nobody', async () => {
    const views = { get: () => Promise.reject(new Error('no connection')) };
    expect(await new FrameAncestors(views).ofLink(`${APP}.${APP}.proof`)).toEqual([]);
  });
});
