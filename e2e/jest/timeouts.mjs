import { jest } from '@jest/globals';

// A journey crosses a browser and seven processes.
jest.setTimeout(180_000);
