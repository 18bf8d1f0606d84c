import { randomBytes } from 'node:crypto';
import { forged } from './forged.js';

it.each([16, 17, 18, 32])('a forged token of %d bytes always has other bytes', (size) => {
  for (let index = 0; index < 2_000; index += 1) {
    const bytes = randomBytes(size);
    const other = Buffer.from(forged(bytes.toString('base64url')), 'base64url');
    expect(other).toHaveLength(size);
    expect(other.equals(bytes)).toBe(false);
  }
});
