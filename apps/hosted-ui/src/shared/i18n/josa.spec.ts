import { withRo } from './josa.js';

describe('withRo', () => {
  it.each([
    ['하버 도예 공방', '하버 도예 공방으로'],
    ['도자기 가게', '도자기 가게로'],
    ['서울', '서울로'],
    ['Harbour Kiln', 'Harbour Kiln\u2060(으)\u2060로'],
    ['', '\u2060(으)\u2060로'],
  ])('turns %s into %s', (name, led) => {
    expect(withRo(name)).toBe(led);
  });
});
