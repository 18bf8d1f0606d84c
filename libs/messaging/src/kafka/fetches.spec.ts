import { leaveGaps, paceFetches, type Batch, type ConsumerGroup } from './fetches.js';

const batch = (messages: number, raw = messages): Batch => ({
  isEmpty: () => messages === 0,
  isEmptyDueToFiltering: () => messages === 0 && raw > 0,
});

/** A group whose fetches give these answers, one after the other. */
function groupOf(
  answers: Batch[][],
  groupId = 'prompt',
): { group: ConsumerGroup; waits: number[]; paused: unknown[] } {
  const waits: number[] = [];
  const paused: unknown[] = [];
  const group: ConsumerGroup = {
    groupId,
    maxWaitTime: 2_000,
    subscriptionState: { paused: () => paused },
    fetch(this: ConsumerGroup) {
      waits.push(this.maxWaitTime);
      return Promise.resolve(answers.shift() ?? []);
    },
  };
  paceFetches(group);
  return { group, waits, paused };
}

describe('a fetch from Kafka', () => {
  it('returns partitions with messages, or whose messages were filtered out', async () => {
    const [full, filtered] = [batch(2), batch(0, 1)];
    const { group } = groupOf([[batch(0), full, batch(0), filtered]]);
    expect(await group.fetch(1)).toEqual([full, filtered]);
  });

  it('waits long only when the fetch before found nothing', async () => {
    const { group, waits } = groupOf([[batch(0)], [batch(1)], [batch(1), batch(0)], [batch(0)]]);
    for (let fetch = 0; fetch < 5; fetch += 1) await group.fetch(1);
    expect(waits).toEqual([2_000, 2_000, 50, 50, 2_000]);
  });

  it('waits for a shorter time while a partition is paused', async () => {
    const { group, waits, paused } = groupOf([]);
    paused.push({ topic: 't', partitions: [1] });
    await group.fetch(1);
    paused.pop();
    await group.fetch(1);
    expect(waits).toEqual([250, 2_000]);
  });

  it('is followed by a pause only after messages, for groups that are set to pause', async () => {
    leaveGaps('patient', 60);
    const { group, waits } = groupOf([[batch(1)], [batch(0)], [batch(0)]], 'patient');
    await group.fetch(1);
    const second = group.fetch(1);
    await new Promise((nextTurn) => setImmediate(nextTurn));
    expect(waits).toHaveLength(1);
    await second;
    const third = group.fetch(1);
    expect(waits).toHaveLength(3);
    await third;
  });
});
