import { jest } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The whole system on a busy machine: a journey that hangs still ends, a slow one does not fail.
jest.setTimeout(180_000);

const { afterEach, beforeEach, expect } = globalThis;
const { dataDir } = JSON.parse(readFileSync(process.env.E2E_SYSTEM, 'utf8'));
const file = join(dataDir, 'ends.txt');
const ended = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
let before = '';

// The test in which a part of the system ends fails, not only the run.
beforeEach(() => {
  before = ended();
});
afterEach(() => {
  expect(ended().slice(before.length)).toBe('');
});
