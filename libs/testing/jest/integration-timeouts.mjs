import { jest } from '@jest/globals';

// Real servers on a busy machine: a test that hangs still ends, a slow one does not fail.
jest.setTimeout(90_000);
