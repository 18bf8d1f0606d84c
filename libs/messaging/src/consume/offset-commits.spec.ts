import { jest } from '@jest/globals';
import { createLogger } from '@towpath/observability';
import { OffsetCommits } from './offset-commits.js';

const logger = createLogger({ service: 'specimen', level: 'silent' });
const offsets = { topics: [{ topic: 't', partitions: [{ partition: 0, offset: '7' }] }] };

function batchOf() {
  const commit = jest.fn(() => Promise.resolve());
  return { commit, batch: { uncommittedOffsets: () => offsets, commitOffsetsIfNecessary: commit } };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the offsets of handled messages', () => {
  it('are committed together when no more messages arrive', async () => {
    const { commit, batch } = batchOf();
    const commits = new OffsetCommits(logger, 1_000);
    for (let event = 0; event < 5; event += 1) {
      commits.resolved(batch);
      await jest.advanceTimersByTimeAsync(20);
    }
    expect(commit).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(60);
    expect(commit.mock.calls).toEqual([[offsets]]);
  });

  it('are committed once a second while messages arrive', async () => {
    const { commit, batch } = batchOf();
    const commits = new OffsetCommits(logger, 1_000);
    for (let event = 0; event < 300; event += 1) {
      commits.resolved(batch);
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(commit.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(commit.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('are committed again later when the broker refused them', async () => {
    const { commit, batch } = batchOf();
    commit.mockRejectedValueOnce(new Error('away'));
    const commits = new OffsetCommits(logger, 1_000);
    commits.resolved(batch);
    await jest.advanceTimersByTimeAsync(60);
    expect(commit).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(commit).toHaveBeenCalledTimes(2);
  });

  it('are committed at once when the consumer stops', async () => {
    const { commit, batch } = batchOf();
    const commits = new OffsetCommits(logger, 1_000);
    commits.resolved(batch);
    await commits.flush();
    expect(commit).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(commit).toHaveBeenCalledTimes(1);
  });

  it('are not committed after the partitions were assigned anew', async () => {
    const { commit, batch } = batchOf();
    const commits = new OffsetCommits(logger, 1_000);
    commits.resolved(batch);
    commits.forget();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(commit).not.toHaveBeenCalled();
  });
});
