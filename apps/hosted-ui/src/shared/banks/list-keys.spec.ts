import { movedTo } from './list-keys.js';

describe('a key in the search field', () => {
  it.each([
    ['ArrowDown', -1, 3, 0],
    ['ArrowDown', 0, 3, 1],
    ['ArrowDown', 2, 3, 0],
    ['ArrowUp', -1, 3, 2],
    ['ArrowUp', 0, 3, 2],
    ['ArrowUp', 2, 3, 1],
    ['PageDown', -1, 20, 5],
    ['PageDown', 18, 20, 19],
    ['PageUp', 3, 20, 0],
    ['ArrowDown', -1, 0, null],
    ['Home', 1, 3, null],
    ['a', 1, 3, null],
  ])('named %s moves from option %i of %i to %j', (key, active, count, expected) => {
    expect(movedTo({ key, active, count })).toBe(expected);
  });
});
