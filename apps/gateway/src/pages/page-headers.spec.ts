import { pageHeaders } from './page-headers.js';

it.each([
  [true, 'max-age=31536000'],
  [false, undefined],
])('keeps browsers to https when the pages are there: %s', (overHttps, expected) => {
  const headers = pageHeaders({ cardFieldsOrigins: [], frameAncestors: [], overHttps });
  expect(headers['strict-transport-security']).toBe(expected);
});
