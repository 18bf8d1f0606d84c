import { Embedder, addresseesOf, type ToEmbedder } from './embedder.js';

const SHOP = 'https://shop.example';
const TILL = 'https://till.example';
const allowed = [SHOP, TILL];

describe('whom an embedded page speaks to', () => {
  it.each([
    [TILL, '', [TILL]],
    [TILL, `${SHOP}/cart`, [TILL]],
    [null, `${SHOP}/cart`, [SHOP]],
    [null, '', allowed],
    ['https://evil.example', `${SHOP}/cart`, []],
    [null, 'https://evil.example/', []],
  ])('around it %j, referrer %j: %j', (ancestor, referrer, addressees) => {
    expect(addresseesOf({ allowed, ancestor, referrer })).toEqual(addressees);
  });

  it('is nobody when the server names nobody', () => {
    expect(addresseesOf({ allowed: [], ancestor: SHOP, referrer: '' })).toEqual([]);
  });
});

describe('an embedded page', () => {
  function embedded(addressees: readonly string[]) {
    const heard: [ToEmbedder, string][] = [];
    const target = {
      postMessage: (message: ToEmbedder, origin: string) => void heard.push([message, origin]),
    };
    return { embedder: new Embedder(target, addressees), heard };
  }

  it('names the exact origin of everyone it speaks to', () => {
    const { embedder, heard } = embedded([SHOP, TILL]);
    embedder.tellHeight(10);
    expect(heard.map(([, origin]) => origin)).toEqual([SHOP, TILL]);
  });

  it('tells its height in whole pixels, and only when it changed', () => {
    const { embedder, heard } = embedded([SHOP]);
    for (const height of [0, 411.2, 412, 300]) embedder.tellHeight(height);
    expect(heard.map(([message]) => message)).toEqual([
      { type: 'towpath:height', height: 412 },
      { type: 'towpath:height', height: 300 },
    ]);
  });
});
