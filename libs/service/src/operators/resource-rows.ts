import {
  hasApp,
  RESOURCE_KINDS,
  type FindResourcesQuery,
  type ListedResource,
  type ListResourcesQuery,
  type OperatorClaim,
  type ResourceKind,
  type ResourceReference,
} from '@towpath/contracts/operator';
import { decodePlace, type ListPlace } from '@towpath/http';
import { DomainError, ERROR_CODES, parseId, type CustomerAppId } from '@towpath/kernel';
import { sinceDay, untilDay, type OperatorQuery } from '@towpath/persistence';
import type { OperatedResource, ResourceId, SearchCondition } from './operated-resource.js';

/** A resource as the path of a request names it. */
export interface Named {
  readonly kind: string;
  readonly customerAppId: string;
  readonly id: string;
}

/** Before anything is read, and the same whether the resource exists or not. */
export function assertApp(operator: OperatorClaim, customerAppId: string | undefined): void {
  if (customerAppId === undefined || hasApp(operator, customerAppId)) return;
  throw new DomainError('INSUFFICIENT_SCOPE', 'This customer app is none of yours.');
}

export function placeOf(operator: OperatorClaim, named: Named): ResourceId {
  const customerAppId = parseId<CustomerAppId>(named.customerAppId);
  if (!customerAppId) throw new DomainError('INVALID_REQUEST', 'customerAppId must be an ID');
  assertApp(operator, customerAppId);
  return { customerAppId, id: named.id };
}

export function isKind(kind: string): kind is ResourceKind {
  return (RESOURCE_KINDS as readonly string[]).includes(kind);
}

function idColumnOf({ table }: OperatedResource): string {
  return table.column(table.options.key.at(-1) ?? '');
}

/** The row of the ID, in the one of the tables that has it. */
export async function keptRow(
  kept: readonly OperatedResource[],
  { customerAppId, id }: ResourceId,
  reads: OperatorQuery,
): Promise<{ readonly resource: OperatedResource; readonly row: object }> {
  for (const resource of kept) {
    const [row] = await reads.rows(resource.table, (select) =>
      select
        .where('t.customer_app_id = :customerAppId', { customerAppId })
        .andWhere(`t.${idColumnOf(resource)} = :id`, { id }),
    );
    if (row) return { resource, row };
  }
  const kind = kept[0]?.kind ?? '';
  const named = `${kind.toUpperCase()}_NOT_FOUND`;
  const code = ERROR_CODES.find((known) => known === named) ?? 'ROUTE_NOT_FOUND';
  throw new DomainError(code, `No ${kind} of this app has this ID.`);
}

type Select = Parameters<Parameters<OperatorQuery['rows']>[1]>[0];

/** A resource in a list of its table. */
export interface PlacedResource {
  readonly resource: ListedResource;
  /** When it was created, in microseconds: rows of one millisecond have an order too. */
  readonly place: ListPlace;
}

/** A page of a list, newest first. */
export async function page(
  reads: OperatorQuery,
  resource: OperatedResource,
  query: ListResourcesQuery,
): Promise<PlacedResource[]> {
  const { table, columns } = resource;
  const micros = `(extract(epoch FROM t.${columns.createdAt}) * 1000000)::bigint`;
  const found = await reads.select<{ row: unknown; at: string }>(table.name, (select) => {
    // JSON is made of the rows of the page alone, not of all that are sorted.
    const rows = selected(select.select('t.*'), resource, query);
    const from = select.createQueryBuilder().from<object>(`(${rows.getQuery()})`, 't');
    const json = from.select('to_jsonb(t)', 'row').addSelect(micros, 'at');
    return newest(json.setParameters(rows.getParameters()), resource);
  });
  return table.rows(found).map((row, index) => {
    const listed = listedOf(resource, row);
    return { resource: listed, place: { at: Number(found[index]?.at), id: listed.id } };
  });
}

function selected(select: Select, resource: OperatedResource, query: ListResourcesQuery): Select {
  const { kind, columns } = resource;
  const { limit, statuses = [] } = query;
  const after = query.after === undefined ? undefined : decodePlace(query.after);
  const at = `t.${columns.createdAt}`;
  const given = (value: unknown, where: string | undefined, name: string) => {
    if (value === undefined) return;
    if (!where) throw new DomainError('INVALID_REQUEST', `${kind} has no ${name}`);
    select.andWhere(where.replaceAll('?', `:${name}`), { [name]: value });
  };
  given(query.customer_app_id, 't.customer_app_id = ?', 'customer_app_id');
  const inStatus = columns.statusIn ?? (columns.status && `${columns.status} = ANY (?)`);
  // An index on one status has the rows in the order of the list.
  const only = columns.status && !columns.statusIn && statuses.length === 1;
  if (only) given(statuses[0], `${columns.status} = ?`, 'status');
  else given(query.statuses, inStatus, 'statuses');
  given(query.currency, columns.currency && `${columns.currency} = ?`, 'currency');
  given(query.amount, columns.amount && `${columns.amount} = ?`, 'amount');
  given(query.date_from, sinceDay({ at, day: '?' }), 'date_from');
  given(query.date_to, untilDay({ at, day: '?' }), 'date_to');
  if (after) {
    const afterAt = `timestamptz 'epoch' + :afterAt * interval '1 microsecond'`;
    const place = { afterAt: after.at, afterId: after.id };
    select.andWhere(`(${at}, t.${idColumnOf(resource)}) < (${afterAt}, :afterId)`, place);
  }
  return newest(select, resource).limit(limit);
}

function newest(select: Select, resource: OperatedResource): Select {
  const at = `t.${resource.columns.createdAt}`;
  return select.orderBy(at, 'DESC').addOrderBy(`t.${idColumnOf(resource)}`, 'DESC');
}

export function newestFirst(
  { place: one }: PlacedResource,
  { place: other }: PlacedResource,
): number {
  return other.at - one.at || (one.id < other.id ? 1 : -1);
}

/** IDs and amounts are found alike for all resources. */
export function conditionOf(
  resource: OperatedResource,
  query: FindResourcesQuery,
): SearchCondition | undefined | Promise<SearchCondition | undefined> {
  const { columns } = resource;
  if (query.by === 'id') {
    const own = idColumnOf(resource);
    const ids = ['SELECT (:id)::text', ...resource.idsBelow].join(' UNION ALL ');
    const where = resource.idsBelow.length === 0 ? `t.${own} = :id` : `t.${own} IN (${ids})`;
    return { where, parameters: { id: query.text } };
  }
  if (query.by !== 'amount') return resource.searchedBy(query);
  const { amount, currency, date_from, date_to } = query;
  if (!columns.amount || !columns.currency) return undefined;
  if (amount === undefined || !currency || !date_from || !date_to) {
    throw new DomainError('INVALID_REQUEST', 'amount, currency, date_from and date_to are needed');
  }
  const at = `t.${columns.createdAt}`;
  const where = `${columns.amount} = :amount AND ${columns.currency} = :currency
    AND ${sinceDay({ at, day: ':date_from' })} AND ${untilDay({ at, day: ':date_to' })}`;
  return { where, parameters: { amount, currency, date_from, date_to } };
}

export function listedOf(resource: OperatedResource, row: object): ListedResource {
  const { customerAppId, [idOf(resource)]: id } = row as Readonly<Record<string, string>>;
  const place = { customerAppId: customerAppId as CustomerAppId, id: id ?? '' };
  return { ...referenceTo(resource, place), ...resource.listed(row) };
}

export interface AuditedResource extends ResourceId {
  readonly kind: ResourceKind;
}

/** What an entry of the audit is about. */
export function aboutOf({ kind, customer_app_id, id }: ResourceReference): AuditedResource {
  return { kind, customerAppId: customer_app_id as CustomerAppId, id };
}

const idOf = ({ table }: OperatedResource): string => table.options.key.at(-1) ?? '';

export function referenceTo({ kind }: OperatedResource, { customerAppId, id }: ResourceId) {
  return { kind, customer_app_id: customerAppId, id };
}
