import { topicOf } from '@towpath/contracts';
import type { Evidence, OutboxRow, StateChangeRow, TopicMessage } from '../evidence/evidence.js';
import { CHARGE_UPDATED, eventsOf } from './moves.js';
import { Findings, type Violation } from './violation.js';

/** Each change is in the outbox once, and from there on its topic, as it was and in order. */
export function checkEvents(evidence: Evidence): Violation[] {
  const findings = new Findings();
  checkWritten(findings, evidence);
  checkPublished(findings, evidence);
  for (const messages of Map.groupBy(evidence.messages, placeOf).values()) {
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
    const events = eventsOf(change.history, change);
    const { history } = change;
    if (history === 'attempt' || history === 'direct-debit' || events.length === 0) continue;
    const topic = topicOf(history);
    const position = positionOf({ ...change, topic, message_key: change.id });
    expected.add(position);
    checkRow(findings, { change, events, row: rows.get(position) });
  }
  for (const { user_id: id, sequence } of books.users) {
    for (let at = 1; at <= sequence; at += 1) {
      const topic = topicOf('payment-user');
      const position = positionOf({ topic, message_key: id, sequence: at });
      expected.add(position);
      if (rows.has(position)) continue;
      const subject = `payment-user ${id}`;
      findings.add('EVENT_NOT_WRITTEN', { subject, details: `event ${at} is not in the outbox` });
    }
  }
  // Events about charges have a rule of their own.
  const ours = outbox.filter(
    ({ service, event_name: name }) => OURS.has(service) && name !== CHARGE_UPDATED,
  );
  for (const row of ours.filter((each) => !expected.has(positionOf(each)))) {
    const details = `${row.event_name} (${row.sequence}) reports a change that is not recorded`;
    findings.add('EVENT_WITHOUT_CHANGE', { subject: subjectOf(row), details });
  }
}

function checkRow(
  findings: Findings,
  written: {
    readonly change: StateChangeRow;
    readonly events: readonly string[];
    readonly row: OutboxRow | undefined;
  },
): void {
  const { change, events, row } = written;
  const subject = `${change.history} ${change.id}`;
  if (!row) {
    const details = `change ${change.sequence} to ${change.to_status} has no event in the outbox`;
    findings.add('EVENT_NOT_WRITTEN', { subject, details });
    return;
  }
  const { previous_status: previous = null, status, customer_app_id: app } = row.payload;
  const isSame =
    events.includes(row.event_name) &&
    previous === change.from_status &&
    status === change.to_status &&
    app === change.customer_app_id;
  if (isSame) return;
  const published = `${row.event_name}: ${String(previous)} to ${String(status)}`;
  const details = `${change.from_status} to ${change.to_status} was published as ${published}`;
  findings.add('EVENT_ALTERED', { subject, details });
}

/** Each outbox row is on its topic at least once, word for word. */
function checkPublished(findings: Findings, { outbox, messages }: Evidence): void {
  const byEvent = Map.groupBy(messages, ({ event_id: id }) => id);
  for (const row of outbox) {
    const subject = subjectOf(row);
    const name = `${row.event_name} (${row.sequence})`;
    const published = byEvent.get(row.event_id) ?? [];
    if (!row.published) {
      findings.add('EVENT_UNPUBLISHED', { subject, details: `${name} waits in the outbox` });
    }
    if (published.length === 0) {
      findings.add('EVENT_MISSING', { subject, details: `${name} is not on ${row.topic}` });
    }
    for (const message of published.filter((each) => !isWordForWord(row, each))) {
      const details = `${name} at ${message.partition}/${message.offset} is not what was written`;
      findings.add('EVENT_ALTERED', { subject, details });
    }
  }
  const known = new Set(outbox.map(({ event_id: id }) => id));
  for (const message of messages.filter(({ event_id: id }) => !known.has(id))) {
    const details = `${message.event_name} (${message.sequence}) comes from no outbox`;
    findings.add('EVENT_UNKNOWN', { subject: subjectOf(message), details });
  }
}

function isWordForWord(row: OutboxRow, message: TopicMessage): boolean {
  return (
    message.topic === row.topic &&
    message.key === row.message_key &&
    message.event_name === row.event_name &&
    message.sequence === row.sequence &&
    message.customer_app_id === row.customer_app_id &&
    sameJson(message.payload, row.payload)
  );
}

/** A consumer that drops repeats sees 1, 2, 3 … */
function checkOrder(findings: Findings, messages: readonly TopicMessage[]): void {
  const [first] = messages;
  if (!first) return;
  const subject = subjectOf(first);
  const partitions = new Set(messages.map(({ partition }) => partition));
  if (partitions.size > 1) {
    const details = `is in the partitions ${[...partitions].join(', ')}`;
    findings.add('EVENT_ELSEWHERE', { subject, details });
  }
  const inOrder = messages.toSorted((a, b) => a.offset - b.offset);
  const firsts = [...new Set(inOrder.map(({ sequence }) => sequence))];
  if (firsts.every((sequence, index) => sequence === index + 1)) return;
  findings.add('EVENT_ORDER', { subject, details: `came as ${firsts.join(', ')}` });
}

interface Place {
  readonly topic: string;
  readonly message_key: string;
  readonly sequence: number;
}

function positionOf({ topic, message_key: key, sequence }: Place): string {
  return `${topic} ${key} ${sequence}`;
}

function placeOf({ topic, key }: TopicMessage): string {
  return `${topic} ${key}`;
}

/** `payment 01JQ…` of a row or a message, from the name of the event. */
function subjectOf(event: OutboxRow | TopicMessage): string {
  const key = 'message_key' in event ? event.message_key : event.key;
  return `${event.event_name.split('.')[0]?.replaceAll('_', '-')} ${key}`;
}

/** Whether two JSON values are equal; the order of members does not count. */
function sameJson(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(
      Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
    );
  });
}
