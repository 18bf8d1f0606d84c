import { eventually, EventProbe } from '@towpath/testing';
import { topicOf, type Aggregate } from '@towpath/contracts';
import type { RunningSystem } from '../system/running-system.js';

export interface TopicEvent {
  readonly name: string;
  readonly sequence: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A plain consumer of the event topics, with nothing of our own runner in it. */
export class TopicReader {
  private constructor(private readonly probe: EventProbe) {}

  static async start(system: RunningSystem, aggregates: readonly Aggregate[]) {
    const topics = aggregates.map(topicOf);
    const brokers = system.kafkaBrokers.split(',');
    return new TopicReader(await EventProbe.start({ brokers, topics, from: 'beginning' }));
  }

  /** The events of one aggregate, in their order, up to `last`. */
  async events(key: string, { last }: { readonly last: string }): Promise<TopicEvent[]> {
    await eventually(() => this.soFar(key).some(({ name }) => name === last), {
      deadlineMs: 30_000,
      describe: () =>
        `${last} of ${key}, after ${this.soFar(key)
          .map(({ name }) => name)
          .join(', ')}`,
    });
    return this.soFar(key);
  }

  async stop(): Promise<void> {
    await this.probe.stop();
  }

  /** What has arrived of one aggregate. */
  soFar(key: string): TopicEvent[] {
    return this.probe.received
      .filter((message) => message.key === key)
      .map(({ name, headers, payload }) => ({
        name,
        sequence: Number(headers['sequence']),
        headers,
        payload: payload as Record<string, unknown>,
      }));
  }
}
