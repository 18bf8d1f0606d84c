import { TOPIC_RETENTION_DAYS } from '@towpath/contracts';
import type { RetentionRule } from '@towpath/persistence';
import type { AppDescription } from './app-descriptions.js';
import { markdownOutput, markdownTable, type Output } from './outputs.js';

/** How long which rows are kept; a rule that all services have is one line. */
export function retentionOutput(apps: readonly AppDescription[]): Output {
  const services = new Map<string, string[]>();
  for (const { service, retention } of apps) {
    for (const rule of retention) {
      const key = JSON.stringify(rule);
      services.set(key, [...(services.get(key) ?? []), service]);
    }
  }
  const rows = [...services].map(([key, owners]) => {
    const { table, column, days, reason } = JSON.parse(key) as RetentionRule;
    const where = owners.length === apps.length ? 'every service' : owners.join(', ');
    return [where, `\`${table}\``, `\`${column}\``, `${days}`, reason];
  });
  return markdownOutput('retention.md', [
    '# Retention',
    '',
    'A row is deleted, or emptied where the last column says so, once the time in its column is',
    'longer ago than its days, by real time. A row without that time, and every table that is not',
    'listed, stays unless the last column of another says that it goes with it.',
    '',
    ...markdownTable(['Service', 'Table', 'Age by', 'Days', 'Why'], rows),
    '',
    `Messages on the Kafka topics are kept for ${TOPIC_RETENTION_DAYS} days.`,
  ]);
}
