import { safeContactUrl, safeUrl } from './safe-url.js';

describe('safeUrl', () => {
  it.each([
    'https://shop.example/orders/1?state=a%20b',
    'http://127.0.0.1:8090/callback',
    'http://localhost:8090/',
    'http://fields.localhost:8090/',
  ])('lets %s pass', (url) => {
    expect(safeUrl(url)).toBe(url);
  });

  it.each([
    null,
    undefined,
    '',
    '/relative',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'http://shop.example/',
    'http://127.0.0.1.evil.example/',
    'http://evillocalhost/',
    'mailto:help@shop.example',
  ])('rejects %j', (url) => {
    expect(safeUrl(url)).toBeNull();
  });
});

describe('safeContactUrl', () => {
  it('lets an e-mail address pass as well', () => {
    expect(safeContactUrl('mailto:help@shop.example')).toBe('mailto:help@shop.example');
    expect(safeContactUrl('https://shop.example/')).toBe('https://shop.example/');
    expect(safeContactUrl('javascript:alert(1)')).toBeNull();
  });
});
