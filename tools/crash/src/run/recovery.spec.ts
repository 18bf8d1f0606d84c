import { described, exceeded, type Recovery } from './recovery.js';

const kept: Recovery = {
  victim: 'Kafka',
  errorsStoppedMs: 5_000,
  backlogEmptyMs: 30_000,
  left: [],
};

describe('the error budget', () => {
  it('is kept up to its limits', () => {
    expect(exceeded(kept)).toEqual([]);
    expect(described(kept)).toBe(
      'after the last kill (Kafka): errors for 5.0 s of 5, backlog for 30.0 s of 30',
    );
  });

  it.each([
    ['errors went on', { errorsStoppedMs: 5_001 }],
    ['backlog was not empty', { backlogEmptyMs: 30_001 }],
    [
      'gateway: 1 events to publish',
      { backlogEmptyMs: null, left: ['gateway: 1 events to publish'] },
    ],
  ])('is exceeded: %s', (words, change) => {
    expect(exceeded({ ...kept, ...change })).toEqual([expect.stringContaining(words)]);
  });
});
