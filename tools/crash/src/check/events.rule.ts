import { topicOf } from '@towpath/contracts';
import type { Evidence, OutboxRow, StateChangeRow, TopicMessage } from '../evidence/evidence.js';
import { CHARGE_UPDATED, eventsOf } from './moves.js';
import { isCount } from './rows.js';
import { Findings, type Violation } from './violation.js';

/** Each change is in the outbox once, and from there on its topic, as it was and in order. */
export function checkEvents(evidence: Evidence): Violation[] {
  const findings = new Findings();
  checkWritten(findings, evidence);
  checkPublished(findings, evidence);
  const byAggregate = Map.groupBy(evidence.messages, ({ topic, key }) => `${topic} ${key}`);
  for (const messages of byAggregate.values()) {
    checkOrder(findings, messages);
  }
  return findings.list;
}

/** Services whose histories are compared. */
const OURS = new Set(['payment-link', 'mandate', 'dispute', 'account-data']);

/** One outbox row per change that has an event, and no other. */
function checkWritten(findings: Findings, { books, outbox }: Evidence): void {
  const rows = new Map(outbox.map((row) => [positionOf(row), row]));
  const expected = new Set<string>();
  for (const change of books.changes) {
    const { history } = change;
    if (history === 'attempt' || history === 'direct-debit') continue;
    if (eventsOf(history, change).length === 0) continue;
    const topic = topicOf(history);
    const position = positionOf({ ...change, topic, message_key: change.id });
    expected.add(position);
    checkRow(findings.about(`${history} ${change.id}`), change, rows.get(position));
  }
  for (const { user_id: id, sequence } of books.users) {
    for (let at = 1; at <= sequence; at += 1) {
      const topic = topicOf('payment-user');
      const position = positionOf({ topic, message_key: id, sequence: at });
      expected.add(position);
      const found = findings.about(`payment-user ${id}`);
      found(!rows.has(position), 'EVENT_NOT_WRITTEN', `event ${at} is not in the outbox`);
    }
  }
  // Events about charges have a rule of their own.
  for (const row of outbox) {
    const isOurs = OURS.has(row.service) && row.event_name !== CHARGE_UPDATED;
    const isExtra = isOurs && !expected.has(positionOf(row));
    const details = `${row.event_name} (${row.sequence}) reports a change that is not recorded`;
    findings.about(subjectOf(row))(isExtra, 'EVENT_WITHOUT_CHANGE', details);
  }
}

function checkRow(
  found: ReturnType<Findings['about']>,
  change: StateChangeRow,
  row: OutboxRow | undefined,
): void {
  if (!row) {
    const details = `change ${change.sequence} to ${change.to_status} has no event in the outbox`;
    return found(true, 'EVENT_NOT_WRITTEN', details);
  }
  const { previous_status: previous = null, status, customer_app_id: app } = row.payload;
  const isSame =
    eventsOf(change.history, change).includes(row.event_name) &&
    previous === change.from_status &&
    status === change.to_status &&
    app === change.customer_app_id;
  const published = `${row.event_name}: ${String(previous)} to ${String(status)}`;
  const details = `${change.from_status} to ${change.to_status} was published as ${published}`;
  found(!isSame, 'EVENT_ALTERED', details);
}

/** Each outbox row is on its topic at least once, word for word. */
function checkPublished(findings: Findings, { outbox, messages }: Evidence): void {
  const byEvent = Map.groupBy(messages, ({ event_id: id }) => id);
  for (const row of outbox) {
    const found = findings.about(subjectOf(row));
    const name = `${row.event_name} (${row.sequence})`;
    const published = byEvent.get(row.event_id) ?? [];
    found(!row.published, 'EVENT_UNPUBLISHED', `${name} waits in the outbox`);
    found(published.length === 0, 'EVENT_MISSING', `${name} is not on ${row.topic}`);
    for (const message of published) {
      const details = `${name} at ${message.partition}/${message.offset} is not what was written`;
      found(!isWordForWord(row, message), 'EVENT_ALTERED', details);
    }
  }
  const known = new Set(outbox.map(({ event_id: id }) => id));
  for (const message of messages) {
    const details = `${message.event_name} (${message.sequence}) comes from no outbox`;
    findings.about(subjectOf(message))(!known.has(message.event_id), 'EVENT_UNKNOWN', details);
  }
}

function isWordForWord(row: OutboxRow, message: TopicMessage): boolean {
  return (
    message.topic === row.topic &&
    message.key === row.message_key &&
    message.event_name === row.event_name &&
    message.sequence === row.sequence &&
    message.customer_app_id === row.customer_app_id &&
    canonical(message.payload) === canonical(row.payload)
  );
}

/** A consumer that drops repeats sees 1, 2, 3 … */
function checkOrder(findings: Findings, messages: readonly TopicMessage[]): void {
  const [first] = messages;
  if (!first) return;
  const found = findings.about(subjectOf(first));
  const partitions = new Set(messages.map(({ partition }) => partition));
  const places = `is in the partitions ${[...partitions].join(', ')}`;
  found(partitions.size > 1, 'EVENT_ELSEWHERE', places);
  const arrived = messages.toSorted((a, b) => a.offset - b.offset);
  const firsts = [...new Set(arrived.map(({ sequence }) => sequence))];
  found(!isCount(firsts), 'EVENT_ORDER', `came as ${firsts.join(', ')}`);
}

type Place = Pick<OutboxRow, 'topic' | 'message_key' | 'sequence'>;

function positionOf({ topic, message_key: key, sequence }: Place): string {
  return `${topic} ${key} ${sequence}`;
}

/** `payment 01JQ…` of a row or a message, from the name of the event. */
function subjectOf(event: OutboxRow | TopicMessage): string {
  const key = 'message_key' in event ? event.message_key : event.key;
  return `${event.event_name.split('.')[0]?.replaceAll('_', '-')} ${key}`;
}

/** Equal for equal JSON values: the order of members does not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(
      Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
    );
  });
}
