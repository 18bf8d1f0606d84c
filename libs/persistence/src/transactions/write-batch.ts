import { newId, type CustomerAppId, type EventId, type StateChange } from '@towpath/kernel';
import { getMetadataStorage } from 'class-validator';
import type { EventDefinition } from '@towpath/contracts';

/**
 * The part of an event definition that the outbox needs. Only validated fields of the class
 * `payload` may be published.
 */
export type PublishableEvent<P extends object> = Pick<
  EventDefinition<P>,
  'name' | 'version' | 'topic' | 'payload' | 'key'
>;

const fieldsByClass = new WeakMap<object, ReadonlySet<string>>();

/** Column → value. `Date`, `Buffer`, arrays and plain objects (jsonb) are written unchanged. */
export type Row = Readonly<Record<string, unknown>>;

export interface InsertPart {
  readonly table: string;
  readonly rows: Row[];
}

export interface UpdatePart {
  readonly table: string;
  readonly key: Row;
  readonly changes: Row;
}

/** A statement of its own, kept prepared on its connection. */
export interface StatementPart {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** An event as the caller gives it. */
export interface NewEvent<P extends object> {
  readonly payload: P;
  /** Counts the published events of the aggregate, from 1, without gaps. */
  readonly sequence: number;
  readonly customerAppId: CustomerAppId;
  /** Default: the definition's `key(payload)`, the ID of the aggregate. */
  readonly key?: string;
}

/** An event as the outbox takes it; time, trace and request are added when it is written. */
export interface PendingEvent {
  readonly event_id: EventId;
  readonly customer_app_id: CustomerAppId;
  readonly topic: string;
  readonly message_key: string;
  readonly event_name: string;
  readonly event_version: number;
  readonly sequence: number;
  readonly payload: object;
}

/**
 * Everything one command writes: rows, history, ledger and events. `tx.write(batch)` sends the rows
 * as ONE statement, whose parts do not see each other: a row may not be inserted and updated, nor
 * updated twice, in the same batch. Statements of its own follow in their order.
 */
export class WriteBatch {
  readonly inserts: InsertPart[] = [];
  readonly updates: UpdatePart[] = [];
  readonly events: PendingEvent[] = [];
  readonly statements: StatementPart[] = [];
  /** Counted by machine, from and to once the batch is committed. */
  readonly moves: StateChange[] = [];
  /** Addresses of the updates. */
  private readonly updated = new Set<string>();

  insert(table: string, rows: Row | readonly Row[]): this {
    const list = Array.isArray(rows) ? (rows as readonly Row[]) : [rows as Row];
    if (list.length > 0) this.inserts.push({ table, rows: [...list] });
    return this;
  }

  /**
   * Changes the one row that `key` names. When it names none or several, the write fails with
   * `ConcurrentChange` and the work is run again; put the expected version or status into `key`.
   */
  update(table: string, key: Row, changes: Row): this {
    if (Object.keys(key).length === 0 || Object.keys(changes).length === 0) {
      throw new TypeError(`update of ${table} needs a key and changes`);
    }
    const address = addressOf(table, key);
    if (this.updated.has(address)) {
      throw new TypeError(`${table} ${JSON.stringify(key)} is updated twice in one batch`);
    }
    this.updated.add(address);
    this.updates.push({ table, key, changes });
    return this;
  }

  /** Adds the history rows of an aggregate's moves. @param key tenant and ID of the aggregate */
  history(table: string, key: Row, changes: readonly StateChange[]): this {
    this.moves.push(...changes);
    return this.insert(
      table,
      changes.map((change) => ({
        ...key,
        sequence: change.sequence,
        from_status: change.from,
        command: change.command,
        to_status: change.to,
        reason: change.reason,
        occurred_at: change.occurredAt,
      })),
    );
  }

  /** Adds an event to the outbox. Returns its ID, which is the webhook's `event_id` too. */
  publish<P extends object>(definition: PublishableEvent<P>, event: NewEvent<P>): EventId {
    assertListedFields(definition, event.payload);
    if (!Number.isSafeInteger(event.sequence) || event.sequence < 1) {
      throw new RangeError(`sequence of ${definition.name} must count from 1`);
    }
    const eventId = newId<EventId>(new Date());
    this.events.push({
      event_id: eventId,
      customer_app_id: event.customerAppId,
      topic: definition.topic,
      message_key: event.key ?? definition.key(event.payload),
      event_name: definition.name,
      event_version: definition.version,
      sequence: event.sequence,
      payload: event.payload,
    });
    return eventId;
  }

  /**
   * Adds a statement that rows cannot express: an upsert, a deletion, a change of many rows by key.
   * Its parameters are single values and lists of them.
   */
  statement(sql: string, params: readonly unknown[]): this {
    assertEncodable(params);
    this.statements.push({ sql, params });
    return this;
  }

  get isEmpty(): boolean {
    return !this.hasRows && this.statements.length === 0;
  }

  get hasRows(): boolean {
    return this.inserts.length + this.updates.length + this.events.length > 0;
  }
}

/**
 * Refuses other parameters than those that a driver can always encode: COMMIT may be under way when
 * an encoding error comes.
 */
function assertEncodable(params: readonly unknown[]): void {
  if (params.every((each) => (Array.isArray(each) ? each.every(isSingle) : isSingle(each)))) return;
  throw new TypeError('a statement of a batch takes single values and lists of them');
}

/** A value that a driver can always encode. */
export function isSingle(value: unknown): boolean {
  return (
    typeof value !== 'object' || value === null || value instanceof Date || Buffer.isBuffer(value)
  );
}

function addressOf(table: string, key: Row): string {
  return `${table} ${JSON.stringify(Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/**
 * Throws when the payload has a field that the event's class does not list. TypeScript lets a wider
 * object pass as a narrower one. So without this a resource snapshot with personal data could
 * reach Kafka, which cannot be erased.
 */
function assertListedFields<P extends object>(definition: PublishableEvent<P>, payload: P): void {
  const fields = listedFields(definition.payload);
  for (const [field, value] of Object.entries(payload)) {
    if (value !== undefined && !fields.has(field)) {
      throw new TypeError(`payload of ${definition.name} does not list the field "${field}"`);
    }
  }
}

function listedFields(payloadClass: new () => object): ReadonlySet<string> {
  const known = fieldsByClass.get(payloadClass);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(payloadClass, '', false, false);
  const fields = new Set(rules.map((rule) => rule.propertyName));
  fieldsByClass.set(payloadClass, fields);
  return fields;
}
