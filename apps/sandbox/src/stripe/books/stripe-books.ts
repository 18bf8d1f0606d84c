import { randomBytes } from 'node:crypto';
import { byKey, byValues, type Tx } from '@towpath/persistence';
import type { AnyObject, Body, Event, Kind, Kinds, StripeSettings } from './stripe-objects.js';
import { type StripeObjectRow, stripeObjects } from './stripe-object.table.js';
import type { StripeParams } from './stripe-params.js';
import { invalid, missing } from './stripe-refusal.js';

type Row<K extends Kind = Kind> = Omit<StripeObjectRow, 'position' | 'kind' | 'body'> & {
  readonly kind: K;
  readonly body: Kinds[K];
};

/** Which books a request opens: those of an account, in one mode. */
export interface BooksOf {
  /** `acct_…`; for live keys `acct_…-live`, which also names the clock. */
  readonly books: string;
  readonly livemode: boolean;
  readonly account: string;
}

interface Opened extends BooksOf {
  readonly settings: StripeSettings;
  /** Seconds on the clock of the books. */
  readonly now: number;
  readonly request: { readonly id: string; readonly idempotency_key: string | null };
  /** From which the secrets of webhook endpoints follow. */
  readonly endpointSecret: string;
  /** Where browsers reach the page of the bank. */
  readonly pagesUrl: string;
  /** A request that changes objects locks those that it reads. */
  readonly writes: boolean;
}

interface ListSearch {
  /** Members that the body must have. */
  readonly where?: Body;
  readonly inner?: Body;
  readonly isPaidOut?: boolean;
  /** Seconds; later objects are left out. */
  readonly before?: number;
}

/** The parameter that held the ID. */
interface Named {
  readonly param?: string;
}

const PREFIXES = {
  payment_intent: 'pi_3',
  setup_intent: 'seti_1',
  payment_method: 'pm_1',
  confirmation_token: 'ctoken_1',
  customer: 'cus_',
  charge: 'ch_3',
  refund: 're_3',
  balance_transaction: 'txn_3',
  dispute: 'du_1',
  file: 'file_1',
  webhook_endpoint: 'we_1',
  event: 'evt_3',
  payout: 'po_1',
} as const satisfies Record<Kind, string>;
const ID = /^(?:pi|seti|pm|ctoken|cus|ch|re|txn|du|file|we|evt|po)_[A-Za-z0-9]+$/;
const MAX_EXPANDED = 4;
const API_VERSION = '2026-10-28.endive';

export function randomText(length: number): string {
  const text = randomBytes(length * 2).toString('base64');
  return text.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, length);
}

/** The objects that one request reads and changes; `save` writes the changed ones at its end. */
export class StripeBooks {
  private readonly rows = new Map<string, Row>();
  private readonly changed = new Set<Row>();
  readonly events: Event[] = [];

  constructor(
    private readonly tx: Tx,
    readonly opened: Opened,
  ) {}

  get now(): number {
    return this.opened.now;
  }

  get livemode(): boolean {
    return this.opened.livemode;
  }

  newId(kind: Kind): string {
    return PREFIXES[kind] + randomText(22);
  }

  /** An object to be saved; `hidden` is seen by nobody else. */
  add<K extends Kind>(kind: K, body: Kinds[K], inner: Body = {}): Kinds[K] {
    const { books } = this.opened;
    const row: Row = { books, id: body.id, kind, created: body.created, body, hidden: inner };
    this.rows.set(body.id, row);
    this.changed.add(row);
    return body;
  }

  async find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    const row = this.rows.get(id) ?? (await this.read(id));
    return row?.kind === kind ? (row as Row<K>).body : null;
  }

  async get<K extends Kind>(kind: K, id: string, named: Named = {}): Promise<Kinds[K]> {
    const found = await this.find(kind, id);
    if (found) return found;
    throw missing(kind, { id, ...named });
  }

  /** Changes an object that was read or added. */
  change<T extends AnyObject>(object: T, members: Partial<T>): T {
    this.changed.add(this.rowOf(object));
    return Object.assign(object, members);
  }

  innerOf(object: AnyObject): Body {
    return this.rowOf(object).hidden;
  }

  changeInner(object: AnyObject, members: Body): void {
    Object.assign(this.rowOf(object).hidden, members);
    this.changed.add(this.rowOf(object));
  }

  /** The page that `limit`, `starting_after`, `ending_before` and `created` describe. */
  async list<K extends Kind>(kind: K, params: StripeParams, search: ListSearch = {}) {
    const limit = params.integer('limit') ?? 10;
    if (limit < 1 || limit > 100)
      throw invalid('Invalid integer: limit', { code: 'parameter_invalid_integer' });
    const isBackwards = params.has('ending_before');
    const cursor = params.text(isBackwards ? 'ending_before' : 'starting_after');
    if (cursor)
      await this.get(kind, cursor, { param: isBackwards ? 'ending_before' : 'starting_after' });
    const [since, until] = createdIn(params);
    const [order, side] = isBackwards ? ['ASC', '>'] : ['DESC', '<'];
    const found = await this.tx.query<{ row: unknown }>(
      byValues(`SELECT to_jsonb(t) AS row FROM stripe_objects t
       WHERE books = $1 AND kind = $2 AND body @> $3::jsonb AND created >= $4 AND created < $5
         AND hidden @> $8::jsonb AND NOT hidden ?| $9::text[]
         AND ($6::text IS NULL OR (created, position) ${side}
           (SELECT created, position FROM stripe_objects WHERE books = $1 AND id = $6))
       ORDER BY created ${order}, position ${order} LIMIT $7`),
      [
        ...[this.opened.books, kind, JSON.stringify(search.where ?? {})],
        ...[since, Math.min(until, search.before ?? until), cursor, limit + 1],
        ...[JSON.stringify(search.inner ?? {}), search.isPaidOut === false ? ['payout'] : []],
      ],
    );
    const page = stripeObjects.rows(found).map((row) => this.keep(row).body as Kinds[K]);
    const data = page.slice(0, limit);
    if (isBackwards) data.reverse();
    return { data, has_more: page.length > limit };
  }

  /** An event with the object as it is now. */
  emit(type: string, object: AnyObject, previous?: Body): void {
    const id = this.newId('event');
    const { account, request } = this.opened;
    const event: Event = {
      id,
      object: 'event',
      account,
      api_version: API_VERSION,
      created: this.now,
      data: {
        object: structuredClone(object),
        ...(previous ? { previous_attributes: previous } : {}),
      },
      livemode: this.livemode,
      pending_webhooks: 0,
      request,
      type,
    };
    this.events.push(this.add('event', event));
  }

  /** A copy in which the IDs at the given paths are replaced by their objects. */
  async expanded(body: Body, paths: readonly string[]): Promise<Body> {
    if (paths.length === 0) return body;
    const copy = structuredClone(body);
    for (const path of paths) {
      const names = path.split('.');
      const isKnown = names.length <= MAX_EXPANDED && (await this.expandAt(copy, names));
      if (!isKnown) {
        const message = `This property cannot be expanded (${path}).`;
        throw invalid(message, { code: 'parameter_invalid_expand', param: 'expand' });
      }
    }
    return copy;
  }

  /** Writes what was added or changed, in that order. */
  async save(): Promise<void> {
    if (this.changed.size === 0) return;
    await this.tx.query(
      byValues(`INSERT INTO stripe_objects (books, id, kind, created, body, hidden)
       SELECT $1, o->>'id', o->>'kind', (o->>'created')::bigint, o->'body', o->'hidden'
       FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS t (o, at) ORDER BY at
       ON CONFLICT (books, id) DO UPDATE SET body = excluded.body, hidden = excluded.hidden`),
      [this.opened.books, JSON.stringify([...this.changed])],
    );
  }

  /** Endpoints of this account, and of the platforms above it. */
  async endpoints(): Promise<
    { readonly body: Kinds['webhook_endpoint']; readonly isOwn: boolean }[]
  > {
    const { account, livemode, books } = this.opened;
    const above = Array.from(account, (_, at) => account.slice(0, at + 1));
    const found = await this.tx.query<{ row: unknown }>(
      byValues(`SELECT to_jsonb(t) AS row FROM stripe_objects t
       WHERE kind = 'webhook_endpoint' AND books = ANY($1) AND NOT hidden ? 'deleted'`),
      [above.map((each) => (livemode ? `${each}-live` : each))],
    );
    return stripeObjects
      .rows(found)
      .map((row) => ({ ...(row as Row<'webhook_endpoint'>), isOwn: row.books === books }))
      .filter(({ hidden: inner, isOwn }) => isOwn !== (inner['connect'] === true));
  }

  private async read(id: string): Promise<Row | undefined> {
    const lock = this.opened.writes ? ' FOR UPDATE' : '';
    const found = await this.tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(t) AS row FROM stripe_objects t WHERE books = $1 AND id = $2${lock}`),
      [this.opened.books, id],
    );
    const [row] = stripeObjects.rows(found);
    return row && this.keep(row);
  }

  /** An object that was read before keeps its changes. */
  private keep(row: Row): Row {
    const kept = this.rows.get(row.id) ?? row;
    this.rows.set(row.id, kept);
    return kept;
  }

  private rowOf({ id }: AnyObject): Row {
    const row = this.rows.get(id);
    if (!row) throw new Error(`${id} was neither read nor added`);
    return row;
  }

  private async expandAt(at: Body, [name = '', ...rest]: readonly string[]): Promise<boolean> {
    if (!Object.hasOwn(at, name)) return false;
    const value = at[name];
    if (value === null) return true;
    if (Array.isArray(value)) {
      if (rest.length === 0) return false;
      const each = value.map((item: Body) => this.expandAt(item, rest));
      return (await Promise.all(each)).every(Boolean);
    }
    if (typeof value === 'string') {
      const row = ID.test(value) ? (this.rows.get(value) ?? (await this.read(value))) : undefined;
      if (!row) return false;
      at[name] = structuredClone(row.body);
    } else if (typeof value !== 'object') return false;
    return rest.length === 0 || this.expandAt(at[name] as Body, rest);
  }
}

/** Of `created`, or of `created[gte]` and its like: from the first second to the one after the last. */
function createdIn(params: StripeParams): [number, number] {
  const range = params.inside('created');
  const at = (name: string, add: number) => {
    const value = range.integer(name);
    return value === null ? [] : [value + add];
  };
  const only = params.isForm('created') ? null : params.integer('created');
  if (only !== null) return [only, only + 1];
  return [
    Math.max(0, ...at('gte', 0), ...at('gt', 1)),
    Math.min(Number.MAX_SAFE_INTEGER, ...at('lt', 0), ...at('lte', 1)),
  ];
}

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** A request that may work: `ids` are the variable parts of its path. */
export interface Call {
  readonly books: StripeBooks;
  readonly params: StripeParams;
  readonly ids: readonly string[];
  readonly file?: UploadedFile;
}

export type Operation = (call: Call) => Promise<Body> | Body;
