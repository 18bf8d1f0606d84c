import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { ServiceName } from '@towpath/contracts';
import {
  FoundResource,
  hasApp,
  isSeen,
  maskedFor,
  RESOURCE_KINDS,
  type FindResourcesQuery,
  type FindResourcesResponse,
  type ListedResource,
  type ListParkedMessagesQuery,
  type ListParkedMessagesResponse,
  type ListResourcesQuery,
  type ListResourcesResponse,
  type OperatorClaim,
  type ResourceKind,
  type SeeResourceResponse,
  type StoryEntry,
  type TellStoryResponse,
  type UnmaskMemberRequest,
  type UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import { decodeCursor, encodeCursor, SERVICE_NAME } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId, type ErrorCode } from '@towpath/kernel';
import { OperatorReads, type OperatorQuery } from '@towpath/persistence';
import {
  OperatedResource,
  StoryTeller,
  type ResourceId,
  type SearchCondition,
} from './operated-resource.js';
import { eventsOf, movesOf } from './own-story.js';
import { parkedMessages } from './parked-messages.js';

/** A story longer than this is cut at its beginning. */
const MOST_ENTRIES = 500;
const DAY = `::date + interval '1 day'`;

interface Named {
  readonly kind: string;
  readonly customerAppId: string;
  readonly id: string;
}

/** Answers operators, for all resources of the service. */
@Injectable()
export class OperatorService {
  constructor(
    private readonly reads: OperatorReads,
    private readonly discovery: DiscoveryService,
    @Inject(SERVICE_NAME) private readonly service: ServiceName,
  ) {}

  async find(operator: OperatorClaim, query: FindResourcesQuery): Promise<FindResourcesResponse> {
    const found = await this.reads.of(operator.apps, async (reads) => {
      const results: FoundResource[][] = [];
      for (const resource of this.#resources()) {
        const condition = await conditionOf(resource, query);
        if (!condition) continue;
        const rows = await reads.rows(resource.table, (select) =>
          select
            .where(condition.where, condition.parameters)
            .orderBy(`t.${resource.columns.createdAt}`, 'DESC')
            .limit(query.limit),
        );
        results.push(rows.map((row) => ({ ...listedOf(resource, row), found_by: query.by })));
      }
      return results.flat();
    });
    return { results: found };
  }

  async list(
    operator: OperatorClaim,
    query: ListResourcesQuery & { readonly kind: string },
  ): Promise<ListResourcesResponse> {
    const resource = this.#resourceOf(query.kind);
    assertApp(operator, query.customer_app_id);
    const { table, columns } = resource;
    const { limit } = query;
    const after = query.after === undefined ? undefined : decodeCursor(query.after);
    const id = idColumnOf(resource);
    const at = `t.${columns.createdAt}`;
    const rows = await this.reads.of(operator.apps, (reads) =>
      reads.rows(table, (select) => {
        const conditions: SearchCondition[] = [];
        const given = (value: unknown, where: string | undefined, name: string) => {
          if (value === undefined) return;
          if (!where) throw new DomainError('INVALID_REQUEST', `${query.kind} has no ${name}`);
          conditions.push({ where: where.replace('?', `:${name}`), parameters: { [name]: value } });
        };
        given(query.customer_app_id, 't.customer_app_id = ?', 'customer_app_id');
        given(query.statuses, columns.status && `${columns.status} = ANY (?)`, 'statuses');
        given(query.currency, columns.currency && `${columns.currency} = ?`, 'currency');
        given(query.amount, columns.amount && `${columns.amount} = ?`, 'amount');
        given(query.date_from, `${at} >= ?::date`, 'date_from');
        given(query.date_to, `${at} < ?${DAY}`, 'date_to');
        if (after) {
          conditions.push({
            where: `(${at}, t.${id}) < (:afterAt, :afterId)`,
            parameters: { afterAt: after.createdAt, afterId: after.id },
          });
        }
        for (const { where, parameters } of conditions) select.andWhere(where, parameters);
        return select.orderBy(at, 'DESC').addOrderBy(`t.${id}`, 'DESC').limit(limit);
      }),
    );
    const resources = rows.map((row) => listedOf(resource, row));
    const last = resources.at(-1);
    if (!last || resources.length < limit) return { resources };
    const next_cursor = encodeCursor({ createdAt: new Date(last.created_at), id: last.id });
    return { resources, next_cursor };
  }

  async see(operator: OperatorClaim, named: Named): Promise<SeeResourceResponse> {
    const { resource, place } = this.#named(operator, named);
    return this.reads.of(operator.apps, async (reads) => {
      const row = await rowOf(resource, place, reads);
      const { status } = resource.listed(row);
      const whole = await resource.body(row, reads);
      const { body, masked } = maskedFor(resource.view, whole, operator.role);
      const related = [...(await resource.related(row, reads))];
      return { ...referenceTo(resource, place), status, body, masked: [...masked], related };
    });
  }

  /** Of a resource of another service too: then only what this one knows of it. */
  async story(operator: OperatorClaim, named: Named): Promise<TellStoryResponse> {
    const { kind } = named;
    if (!isKind(kind)) throw new DomainError('ROUTE_NOT_FOUND', 'There is no such resource.');
    const place = placeOf(operator, named);
    const own = this.#resources().find((each) => each.kind === kind);
    const entries = await this.reads.of(operator.apps, async (reads) => {
      const told: StoryEntry[] = [];
      if (own) {
        const row = await rowOf(own, place, reads);
        const of = { service: this.service, table: own.table, place };
        told.push(...(await movesOf(reads, of)), ...(await eventsOf(reads, of)));
        told.push(...(await own.story(row, reads)));
      }
      for (const teller of this.#providers(StoryTeller)) {
        told.push(...(await teller.tell({ ...place, kind }, reads)));
      }
      return told;
    });
    const inOrder = entries.toSorted((one, other) => one.at.localeCompare(other.at));
    return { entries: inOrder.slice(-MOST_ENTRIES), is_cut: inOrder.length > MOST_ENTRIES };
  }

  async unmask(
    operator: OperatorClaim,
    { member, ...request }: UnmaskMemberRequest,
  ): Promise<UnmaskMemberResponse> {
    const named = { kind: request.kind, customerAppId: request.customer_app_id, id: request.id };
    const { resource, place } = this.#named(operator, named);
    const body = await this.reads.of(operator.apps, async (reads) =>
      resource.body(await rowOf(resource, place, reads), reads),
    );
    const value = (body as Record<string, unknown>)[member];
    if (value === undefined || isSeen(resource.view, member, operator.role)) {
      throw new DomainError('INVALID_REQUEST', `member is none that is masked`);
    }
    return { member, value: JSON.stringify(value) };
  }

  async parked(
    operator: OperatorClaim,
    query: ListParkedMessagesQuery,
  ): Promise<ListParkedMessagesResponse> {
    assertApp(operator, query.customer_app_id);
    const parked_messages = await this.reads.of(operator.apps, (reads) =>
      parkedMessages(reads, { ...query, service: this.service }),
    );
    return { parked_messages };
  }

  #resources(): readonly OperatedResource[] {
    return this.#providers(OperatedResource);
  }

  #providers<T>(type: abstract new () => T): T[] {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    return instances.filter((each): each is T => each instanceof type);
  }

  #resourceOf(kind: string): OperatedResource {
    const resource = this.#resources().find((each) => each.kind === kind);
    if (!resource) throw new DomainError('ROUTE_NOT_FOUND', 'This service has no such resource.');
    return resource;
  }

  #named(operator: OperatorClaim, named: Named) {
    return { resource: this.#resourceOf(named.kind), place: placeOf(operator, named) };
  }
}

/** Before anything is read, and the same whether the resource exists or not. */
function assertApp(operator: OperatorClaim, customerAppId: string | undefined): void {
  if (customerAppId === undefined || hasApp(operator, customerAppId)) return;
  throw new DomainError('INSUFFICIENT_SCOPE', 'This customer app is none of yours.');
}

function placeOf(operator: OperatorClaim, named: Named): ResourceId {
  const customerAppId = parseId<CustomerAppId>(named.customerAppId);
  if (!customerAppId) throw new DomainError('INVALID_REQUEST', 'customerAppId must be an ID');
  assertApp(operator, customerAppId);
  return { customerAppId, id: named.id };
}

function isKind(kind: string): kind is ResourceKind {
  return (RESOURCE_KINDS as readonly string[]).includes(kind);
}

function idColumnOf({ table }: OperatedResource): string {
  return table.column(table.options.key.at(-1) ?? '');
}

async function rowOf(
  resource: OperatedResource,
  { customerAppId, id }: ResourceId,
  reads: OperatorQuery,
): Promise<object> {
  const column = idColumnOf(resource);
  const [row] = await reads.rows(resource.table, (select) =>
    select
      .where('t.customer_app_id = :customerAppId', { customerAppId })
      .andWhere(`t.${column} = :id`, { id }),
  );
  if (row) return row;
  const code = `${resource.kind.toUpperCase()}_NOT_FOUND` as ErrorCode;
  throw new DomainError(code, `No ${resource.kind} of this app has this ID.`);
}

/** IDs and amounts are found alike for all resources. */
function conditionOf(
  resource: OperatedResource,
  query: FindResourcesQuery,
): SearchCondition | undefined | Promise<SearchCondition | undefined> {
  const { columns } = resource;
  if (query.by === 'id') {
    const where = `t.${idColumnOf(resource)} = :id`;
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
    AND ${at} >= :date_from::date AND ${at} < :date_to${DAY}`;
  return { where, parameters: { amount, currency, date_from, date_to } };
}

function listedOf(resource: OperatedResource, row: object): ListedResource {
  const { customerAppId, [idOf(resource)]: id } = row as Readonly<Record<string, string>>;
  const place = { customerAppId: customerAppId as CustomerAppId, id: id ?? '' };
  return { ...referenceTo(resource, place), ...resource.listed(row) };
}

const idOf = ({ table }: OperatedResource): string => table.options.key.at(-1) ?? '';

function referenceTo({ kind }: OperatedResource, { customerAppId, id }: ResourceId) {
  return { kind, customer_app_id: customerAppId, id };
}
