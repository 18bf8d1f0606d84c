import { pageHeaders } from './page-headers.js';

it.each([
  [true, 'max-age=31536000'],
  [false, undefined],
])(
  'page headers keep browsers on https only when the pages are served over https: %s',
  (overHttps, expected) => {
    const headers = pageHeaders({ cardFieldsOrigins: [], frameAncestors: [], overHttps });
    expect(headers['strict-transport-security']).toBe(expected);
  },
);
