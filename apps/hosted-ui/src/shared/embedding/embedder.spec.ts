import { Embedder, addresseesOf, type ToEmbedder } from './embedder.js';

const SHOP = 'https://shop.example';
const TILL = 'https://till.example';
const allowed = [SHOP, TILL];

describe('the origins that an embedded page sends messages to', () => {
  it.each([
    [TILL, '', [TILL]],
    [TILL, `${SHOP}/cart`, [TILL]],
    [null, `${SHOP}/cart`, [SHOP]],
    [null, '', allowed],
    ['https://evil.example', `${SHOP}/cart`, []],
    [null, 'https://evil.example/', []],
  ])('for the ancestor %j and the referrer %j are %j', (ancestor, referrer, addressees) => {
    expect(addresseesOf({ allowed, ancestor, referrer })).toEqual(addressees);
  });

  it('are none when the server allows none', () => {
    expect(addresseesOf({ allowed: [], ancestor: SHOP, referrer: '' })).toEqual([]);
  });
});

describe('an embedded page', () => {
  function embedded(addressees: readonly string[]) {
    const received: [ToEmbedder, string][] = [];
    const target = {
      postMessage: (message: ToEmbedder, origin: string) => void received.push([message, origin]),
    };
    return { embedder: new Embedder(target, addressees), received };
  }

  it('sends each message to the exact allowed origins', () => {
    const { embedder, received } = embedded([SHOP, TILL]);
    embedder.tellHeight(10);
    expect(received.map(([, origin]) => origin)).toEqual([SHOP, TILL]);
  });

  it('reports its height in whole pixels, and only when it changed', () => {
    const { embedder, received } = embedded([SHOP]);
    for (const height of [0, 411.2, 412, 300]) embedder.tellHeight(height);
    expect(received.map(([message]) => message)).toEqual([
      { type: 'towpath:height', height: 412 },
      { type: 'towpath:height', height: 300 },
    ]);
  });
});
