import { OVERLAP_MS, rotated, valid, type SigningSecret } from './webhook-endpoint.js';

const START = new Date('2026-03-01T00:00:00.000Z');
const after = (ms: number) => new Date(START.getTime() + ms);
const FIRST: SigningSecret[] = [{ secret: 'one', expiresAt: null }];
const names = (secrets: readonly SigningSecret[]) => secrets.map(({ secret }) => secret);

describe('the secrets of an endpoint', () => {
  it('sign together for a day after a rotation', () => {
    const secrets = rotated(FIRST, 'two', START);
    expect(names(valid(secrets, START))).toEqual(['two', 'one']);
    expect(names(valid(secrets, after(OVERLAP_MS - 1)))).toEqual(['two', 'one']);
    expect(names(valid(secrets, after(OVERLAP_MS)))).toEqual(['two']);
  });

  it('keep their own ends after further rotations', () => {
    const twice = rotated(rotated(FIRST, 'two', START), 'three', after(1_000));
    expect(names(valid(twice, after(OVERLAP_MS - 1)))).toEqual(['three', 'two', 'one']);
    expect(names(valid(twice, after(OVERLAP_MS)))).toEqual(['three', 'two']);
    expect(names(rotated(twice, 'four', after(2 * OVERLAP_MS)))).toEqual(['four', 'three']);
  });

  it('are at most ten', () => {
    let secrets = FIRST;
    for (let n = 0; n < 20; n += 1) secrets = rotated(secrets, `s${n}`, START);
    expect(names(secrets)).toEqual(Array.from({ length: 10 }, (_, n) => `s${19 - n}`));
  });
});
