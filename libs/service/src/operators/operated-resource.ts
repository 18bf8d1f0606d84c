import type {
  ListedResource,
  OperatorView,
  RelatedResource,
  ResourceKind,
  SearchedBy,
  SearchTerm,
  StoryEntry,
} from '@towpath/contracts/operator';
import type { CustomerAppId } from '@towpath/kernel';
import type { OperatorQuery, ReadTable } from '@towpath/persistence';
import type { StoryReads } from './story-reads.js';

/** What a resource is, in a list. */
export type Listed = Pick<
  ListedResource,
  'status' | 'amount' | 'currency' | 'summary' | 'created_at' | 'updated_at'
>;

/** SQL over the row `t`. Each is backed by an index that begins with what a search gives. */
export interface ResourceColumns {
  /** When it was created; with the ID the order of lists. */
  readonly createdAt: string;
  readonly status?: string;
  /** A condition on `?`, a list of statuses: of a resource whose parts alone have a status. */
  readonly statusIn?: string;
  readonly amount?: string;
  readonly currency?: string;
}

/** A condition over the row `t`, with its parameters. */
export interface SearchCondition {
  readonly where: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Names one resource within a service. */
export interface ResourceId {
  readonly customerAppId: CustomerAppId;
  readonly id: string;
}

/**
 * A kind of resource that operators find, list and see: a provider of its service, found by its
 * class. Reads of `OperatorQuery` see the apps of the operator alone.
 */
export abstract class OperatedResource<Row extends object = object> {
  abstract readonly kind: ResourceKind;
  /** Its key is (`customer_app_id`, ID). */
  abstract readonly table: ReadTable<Row>;
  /** What of its body each role sees. */
  abstract readonly view: OperatorView;
  abstract readonly columns: ResourceColumns;
  /** Commands of its moves whose reasons are texts of people, which no story tells. */
  readonly typedReasons: readonly string[] = [];

  /**
   * Queries of its own ID by `:id`, the ID of what belongs to it and is no resource. Each has an index
   * that begins with that ID, or a key in which the ID follows the customer app.
   */
  readonly idsBelow: readonly string[] = [];

  /** What it can be found by, besides ID, and amount if it has one; undefined for all else. */
  abstract searchedBy(
    term: SearchTerm,
  ): SearchCondition | undefined | Promise<SearchCondition | undefined>;

  abstract listed(row: Row): Listed;

  /** As the interface shows it to its customer app, unmasked. */
  abstract body(row: Row, query: OperatorQuery): object | Promise<object>;

  /** Resources that it belongs to and that belong to it, also those of other services. */
  abstract related(
    row: Row,
    query: OperatorQuery,
  ): readonly RelatedResource[] | Promise<readonly RelatedResource[]>;

  /** What happened to it, besides its moves and events. In any order. */
  story(_row: Row, _reads: StoryReads): Promise<readonly StoryEntry[]> {
    return Promise.resolve([]);
  }
}

/**
 * What a service knows of resources, also of other services: webhooks about a payment, entries of
 * the ledger. A provider of its service, found by its class.
 */
export abstract class StoryTeller {
  /** In any order. */
  abstract tell(
    about: ResourceId & { readonly kind: ResourceKind },
    reads: StoryReads,
  ): Promise<readonly StoryEntry[]>;
}

/** `reference` is one of the columns, exactly. */
export function oneOfColumns(
  term: SearchTerm,
  found: Partial<Readonly<Record<SearchedBy, readonly string[]>>>,
): SearchCondition | undefined {
  const columns = found[term.by];
  if (!columns) return undefined;
  const where = columns.map((column) => `t.${column} = :text`).join(' OR ');
  return { where: `(${where})`, parameters: { text: term.text } };
}
