import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Figure } from '@towpath/contracts/operator';
import { awaitedLater } from '@towpath/kernel';
import { Backlog } from '@towpath/messaging';
import {
  countedRows,
  FiguresOf,
  ofApp,
  type FigurePeriod,
  type OperatorQuery,
} from '@towpath/persistence';

/** Kafka has this long; other figures do not wait longer for it. */
const ANSWER_MS = 2_000;

/** Messages that wait to be published, and those that were parked. */
@Injectable()
export class MessageFigures extends FiguresOf {
  constructor(private readonly backlog: Backlog) {
    super();
  }

  /** Messages that the service has not read, by topic, over all apps; none if Kafka is away. */
  async lag(): Promise<Figure[]> {
    const asked = awaitedLater(this.backlog.unreadByTopic());
    const answer = await Promise.race([
      asked.catch(() => undefined),
      pause(ANSWER_MS, undefined, { ref: false }),
    ]);
    if (!answer) return [];
    const rows = [...answer].map(([topic, value]) => ({
      labels: { topic, state: 'unread' },
      value,
    }));
    return [{ figure: 'CONSUMER_LAG', unit: 'count', metric: 'consumer_lag_messages', rows }];
  }

  override async figures(period: FigurePeriod, query: OperatorQuery): Promise<Figure[]> {
    const unpublished = ofApp(period, (select) => select.where('t.published_at IS NULL'));
    const topic = 't.topic';
    const outbox = { table: 'outbox', labels: { topic, state: `'unpublished'` } };
    const age = `extract(epoch FROM clock_timestamp() - min(t.created_at))`;
    const parked = { table: 'parked_messages', labels: { topic, reason: 't.reason' } };
    return [
      {
        figure: 'CONSUMER_LAG',
        unit: 'count',
        rows: await countedRows(query, { ...outbox, value: 'count(*)' }, unpublished),
      },
      {
        figure: 'CONSUMER_LAG',
        unit: 'seconds',
        rows: await countedRows(query, { ...outbox, value: age }, unpublished),
      },
      {
        figure: 'PARKED_MESSAGES',
        unit: 'count',
        rows: await countedRows(
          query,
          { ...parked, value: 'count(*)' },
          ofApp(period, (select) => select.where('t.replayed_at IS NULL')),
        ),
      },
    ];
  }
}
