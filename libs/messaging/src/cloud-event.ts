import { parseId, type CustomerAppId, type EventId } from '@towpath/kernel';
import { parseTraceparent } from '@towpath/observability';

/** The attributes of one event: CloudEvents 1.0 in Kafka's binary mode, header by header. */
export interface CloudEvent {
  readonly eventId: EventId;
  readonly name: string;
  readonly version: number;
  /** Service that published it. */
  readonly source: string;
  /** ID of the aggregate, and the message key. */
  readonly subject: string;
  readonly occurredAt: Date;
  readonly customerAppId: CustomerAppId;
  /** Counts the published events of the aggregate, from 1, without gaps. */
  readonly sequence: number;
  readonly traceparent: string | undefined;
  readonly requestId: string | undefined;
}

/** The message cannot be read as an event: the same bytes will never be better. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
}

const SPEC_VERSION = '1.0';
const JSON_TYPE = 'application/json';
const SCHEMA = /^urn:towpath:event:([a-z_.]+):v([1-9]\d{0,3})$/;
const POSITIVE = /^[1-9]\d{0,15}$/;

/** Name of the event's JSON Schema; the version travels in it. */
export function dataSchemaOf({ name, version }: Pick<CloudEvent, 'name' | 'version'>): string {
  return `urn:towpath:event:${name}:v${version}`;
}

/** The Kafka headers of an event. */
export function toHeaders(event: CloudEvent): Record<string, string> {
  return {
    ce_specversion: SPEC_VERSION,
    ce_id: event.eventId,
    ce_source: `/${event.source}`,
    ce_type: event.name,
    ce_subject: event.subject,
    ce_time: event.occurredAt.toISOString(),
    ce_dataschema: dataSchemaOf(event),
    'content-type': JSON_TYPE,
    customerappid: event.customerAppId,
    sequence: String(event.sequence),
    ...(event.traceparent ? { traceparent: event.traceparent } : {}),
    ...(event.requestId ? { 'x-request-id': event.requestId } : {}),
  };
}

/** Reads the headers back. Throws `UnreadableMessage` naming the header that is missing or wrong. */
export function fromHeaders(headers: Readonly<Record<string, string>>): CloudEvent {
  const { name, version } = schemaOf(headers);
  const occurredAt = new Date(required(headers, 'ce_time'));
  if (Number.isNaN(occurredAt.getTime())) throw new UnreadableMessage('ce_time is not a time');
  expectValues(headers, { ce_specversion: SPEC_VERSION, 'content-type': JSON_TYPE });
  return {
    eventId: ulid<EventId>(headers, 'ce_id'),
    name,
    version,
    source: required(headers, 'ce_source').replace(/^\//, ''),
    subject: required(headers, 'ce_subject'),
    occurredAt,
    customerAppId: ulid<CustomerAppId>(headers, 'customerappid'),
    sequence: sequenceOf(headers),
    traceparent: parseTraceparent(headers['traceparent']),
    requestId: headers['x-request-id'],
  };
}

function schemaOf(headers: Readonly<Record<string, string>>): { name: string; version: number } {
  const name = required(headers, 'ce_type');
  const [, schemaName, version] = SCHEMA.exec(required(headers, 'ce_dataschema')) ?? [];
  if (schemaName !== name) throw new UnreadableMessage('ce_dataschema does not name the event');
  return { name, version: Number(version) };
}

function sequenceOf(headers: Readonly<Record<string, string>>): number {
  const sequence = required(headers, 'sequence');
  if (!POSITIVE.test(sequence)) throw new UnreadableMessage('sequence does not count from 1');
  return Number(sequence);
}

function required(headers: Readonly<Record<string, string>>, header: string): string {
  const value = headers[header];
  if (!value) throw new UnreadableMessage(`the header ${header} is missing`);
  return value;
}

function expectValues(
  headers: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): void {
  for (const [header, value] of Object.entries(values)) {
    if (required(headers, header) !== value) {
      throw new UnreadableMessage(`the header ${header} is not ${value}`);
    }
  }
}

function ulid<T extends EventId | CustomerAppId>(
  headers: Readonly<Record<string, string>>,
  header: string,
): T {
  const id = parseId<T>(required(headers, header));
  if (!id) throw new UnreadableMessage(`the header ${header} is not an identifier`);
  return id;
}
