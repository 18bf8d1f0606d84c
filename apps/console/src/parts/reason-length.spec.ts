import { reasonLength } from './reason-length.js';

it.each([
  ['  four  ', 'Say a little more.'],
  ['     ', 'Say a little more.'],
  ['𠮷𠮷𠮷', 'Say a little more.'],
  ['fives', undefined],
  [' fives ', undefined],
  [` ${'x'.repeat(500)} `, undefined],
  ['𠮷'.repeat(500), undefined],
  ['x'.repeat(501), 'Say it in 500 characters.'],
])('of "%s" is wrong: %s', (typed, trouble) => expect(reasonLength(typed)).toBe(trouble));
