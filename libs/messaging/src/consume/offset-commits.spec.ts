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

describe('offsets that were resolved', () => {
  it('are committed together once it is quiet', async () => {
    const { commit, batch } = batchOf();
    const commits = new OffsetCommits({ logger });
    for (let event = 0; event < 5; event += 1) {
      commits.resolved(batch);
      await jest.advanceTimersByTimeAsync(20);
    }
    expect(commit).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(60);
    expect(commit.mock.calls).toEqual([[offsets]]);
  });

  it('are committed once a second where it is never quiet', async () => {
    const { commit, batch } = batchOf();
    const commits = new OffsetCommits({ logger });
    for (let event = 0; event < 300; event += 1) {
      commits.resolved(batch);
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(commit.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(commit.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('are committed again later when the broker did not take them', async () => {
    const { commit, batch } = batchOf();
    commit.mockRejectedValueOnce(new Error('away'));
    const commits = new OffsetCommits({ logger });
    commits.resolved(batch);
    await jest.advanceTimersByTimeAsync(60);
    expect(commit).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(commit).toHaveBeenCalledTimes(2);
  });

  it('are committed at once at the end', async () => {
    const { commit, batch } = batchOf();
    const commits = new OffsetCommits({ logger });
    commits.resolved(batch);
    await commits.flush();
    expect(commit).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(commit).toHaveBeenCalledTimes(1);
  });

  it('are left alone once the partitions are dealt out anew', async () => {
    const { commit, batch } = batchOf();
    const commits = new OffsetCommits({ logger });
    commits.resolved(batch);
    commits.forget();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(commit).not.toHaveBeenCalled();
  });
});
