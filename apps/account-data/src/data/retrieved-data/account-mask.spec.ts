import { masked } from './derived-ids.js';

describe('the mask of an account number', () => {
  it.each([
    ['012-345-678901', '••••8901'],
    ['12345678', '••••5678'],
    ['1234', '••••34'],
    ['1', '••••'],
    ['', '••••'],
  ])('hides the number %j as %s and never shows all of it', (number, shown) => {
    expect(masked(number)).toBe(shown);
  });
});
