import { jest } from '@jest/globals';

// The whole system on a busy machine: a journey that hangs still ends, a slow one does not fail.
jest.setTimeout(180_000);
