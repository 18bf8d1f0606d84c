import { embeddingOrigins } from './embedding-origins.js';

describe('the origins that may frame a hosted page', () => {
  it('are those of the redirect URIs, each once', () => {
    const uris = [
      'https://shop.example/back?a=1',
      'https://shop.example/other',
      'https://SHOP.example:8443/back',
      'http://127.0.0.1:8090/callback',
    ];
    expect(embeddingOrigins(uris)).toEqual([
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
  ])('do not include %s', (_what, uri) => {
    expect(embeddingOrigins([uri])).toEqual([]);
  });

  it.each([[undefined], [null], ['https://shop.example'], [{}]])('are none for %p', (uris) => {
    expect(embeddingOrigins(uris)).toEqual([]);
  });
});
