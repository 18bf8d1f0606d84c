import { CONSUMER_CHECKS, type ConsumerSubject, type SuiteEvent } from './consumer-checks.js';
import { describeConsumer } from './describe-consumer.js';

interface Faults {
  readonly repeats?: boolean;
  readonly dropsInvalid?: boolean;
  readonly overtakes?: boolean;
}

/** A consumer in memory: well-behaved, but for the faults it is given. */
function consumer(faults: Faults = {}): ConsumerSubject {
  const effects = new Map<string, number[]>();
  const parked = new Map<string, number>();
  const seen = new Set<string>();
  let ids = 0;
  const park = (aggregate: string) => parked.set(aggregate, (parked.get(aggregate) ?? 0) + 1);
  const handle = ({ eventId, aggregate, sequence }: SuiteEvent): void => {
    if (parked.has(aggregate) && !faults.overtakes) return void park(aggregate);
    if (seen.has(eventId) && !faults.repeats) return;
    seen.add(eventId);
    effects.set(aggregate, [...(effects.get(aggregate) ?? []), sequence]);
  };
  return {
    newId: () => `id-${(ids += 1)}`,
    publish: (event) => Promise.resolve(handle(event)),
    publishInvalid: ({ aggregate }) =>
      Promise.resolve(void (faults.dropsInvalid ? undefined : park(aggregate))),
    effects: (aggregate) => Promise.resolve(effects.get(aggregate) ?? []),
    parked: (aggregate) => Promise.resolve(parked.get(aggregate) ?? 0),
    deadlineMs: 20,
  };
}

const good = consumer();
describeConsumer('in memory', () => good);

describe('the consumer suite reports', () => {
  const faultsOf = async (subject: ConsumerSubject): Promise<string[]> => {
    const found = await Promise.all(CONSUMER_CHECKS.map((check) => check.faults(subject)));
    return found.flat();
  };

  it('an effect for each delivery', async () => {
    expect(await faultsOf(consumer({ repeats: true }))).toEqual([
      'effects of events [1,1,2,1,2,3] instead of [1,2,3]',
    ]);
  });

  it('an invalid event that is lost', async () => {
    expect(await faultsOf(consumer({ dropsInvalid: true }))).toEqual([
      expect.stringMatching(/^waited 20 ms for the events of id-/),
      'effects of events [2] instead of []',
      '0 parked instead of 2',
    ]);
  });

  it('a follower that overtakes a parked event', async () => {
    expect(await faultsOf(consumer({ overtakes: true }))).toContain(
      'effects of events [2] instead of []',
    );
  });
});
