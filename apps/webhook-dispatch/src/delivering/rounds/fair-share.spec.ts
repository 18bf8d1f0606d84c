import fc from 'fast-check';
import { fairShares, type Contender } from './lanes.js';

const contender = (name: string, change: Partial<Contender> = {}): Contender => ({
  endpointId: name,
  customerAppId: name.slice(0, 1),
  weight: 1,
  room: 100,
  ...change,
});
const shares = (contenders: readonly Contender[], slots: number) =>
  Object.fromEntries(fairShares(contenders, slots));

describe('fair shares', () => {
  it('are equal for apps, however many endpoints one of them has', () => {
    const many = ['a1', 'a2', 'a3', 'a4'].map((name) => contender(name));
    expect(shares([...many, contender('b1')], 8)).toEqual({ a1: 1, a2: 1, a3: 1, a4: 1, b1: 4 });
  });

  it('follow the weights of the apps', () => {
    expect(shares([contender('a1', { weight: 4 }), contender('b1')], 10)).toEqual({ a1: 8, b1: 2 });
  });

  it('go to the other apps when one has no room', () => {
    expect(shares([contender('a1', { room: 2 }), contender('b1')], 10)).toEqual({ a1: 2, b1: 8 });
  });

  it('go to the first contenders when there is not enough for all', () => {
    expect(shares([contender('b1'), contender('a1'), contender('c1')], 2)).toEqual({
      b1: 1,
      a1: 1,
    });
  });

  it('never exceed slots or room, and leave no usable slot unused', () => {
    const any = fc.record({
      app: fc.integer({ min: 0, max: 4 }),
      weight: fc.integer({ min: 1, max: 4 }),
      room: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), fc.nat({ max: 60 }), (entries, slots) => {
        const contenders = entries.map(({ app, weight, room }, index) =>
          contender(`${app}-${index}`, { weight, room }),
        );
        const given = fairShares(contenders, slots);
        const total = [...given.values()].reduce((sum, share) => sum + share, 0);
        const room = contenders.reduce((sum, each) => sum + each.room, 0);
        expect(total).toBe(Math.min(slots, room));
        for (const each of contenders) {
          expect(given.get(each.endpointId) ?? 0).toBeLessThanOrEqual(each.room);
        }
      }),
    );
  });
});
