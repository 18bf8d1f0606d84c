import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { ServiceName } from '@towpath/contracts';
import {
  type FoundResource,
  maskedFor,
  valueAt,
  type FindResourcesQuery,
  type FindResourcesResponse,
  type ListAuditEntriesQuery,
  type ListAuditEntriesResponse,
  type ListParkedMessagesQuery,
  type ListParkedMessagesResponse,
  type ListResourcesQuery,
  type ListResourcesResponse,
  type OperatorClaim,
  type SeeResourceResponse,
  type StoryEntry,
  type TellStoryResponse,
  type UnmaskMemberRequest,
  type UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import { decodeCursor, encodeCursor, encodePlace, SERVICE_NAME } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import {
  listAuditEntries,
  OperatorReads,
  recordAudit,
  Transactions,
  type AuditedDeed,
} from '@towpath/persistence';
import { OperatedResource, StoryTeller } from './operated-resource.js';
import { eventsOf, movesOf } from './own-story.js';
import { parkedMessages } from './parked-messages.js';
import {
  aboutOf,
  assertApp,
  conditionOf,
  isKind,
  keptRow,
  listedOf,
  newestFirst,
  page,
  placeOf,
  referenceTo,
  type AuditedResource,
  type Named,
  type PlacedResource,
} from './resource-rows.js';
import { MAX_ENTRIES, StoryReads } from './story-reads.js';

/** Answers operators, for all resources of the service. */
@Injectable()
export class OperatorService {
  constructor(
    private readonly db: Transactions,
    private readonly reads: OperatorReads,
    private readonly discovery: DiscoveryService,
    @Inject(SERVICE_NAME) private readonly service: ServiceName,
  ) {}

  async find(operator: OperatorClaim, query: FindResourcesQuery): Promise<FindResourcesResponse> {
    const { found, parked } = await this.reads.of(operator.apps, async (reads) => {
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
      const { text: id, limit } = query;
      const named = { service: this.service, id, limit };
      const parked = query.by === 'id' ? await parkedMessages(reads, named) : [];
      return { found: results.flat(), parked };
    });
    // A caller who knows an address learns that its owner is known here.
    if (query.by === 'email' || query.text?.includes('@')) {
      const act = { act: 'SIGHT', operation: 'findResources', members: ['email'] } as const;
      for (const resource of found) await this.#audit(operator, { ...act, ...aboutOf(resource) });
    }
    return { results: found, parked_messages: parked };
  }

  async list(
    operator: OperatorClaim,
    query: ListResourcesQuery & { readonly kind: string },
  ): Promise<ListResourcesResponse> {
    assertApp(operator, query.customer_app_id);
    const kept = this.#resourcesOf(query.kind);
    const { limit } = query;
    // Row-level security hides the other apps' rows, but reads them: an index serves a named app.
    const only = operator.apps !== '*' && operator.apps.length === 1 ? operator.apps[0] : undefined;
    const asked = { ...query, customer_app_id: query.customer_app_id ?? only };
    const pages = await this.reads.of(operator.apps, async (reads) => {
      const found: PlacedResource[][] = [];
      for (const resource of kept) found.push(await page(reads, resource, asked));
      return found;
    });
    const placed = pages.flat().toSorted(newestFirst).slice(0, limit);
    const resources = placed.map(({ resource }) => resource);
    const last = placed.at(-1);
    if (!last || placed.length < limit) return { resources };
    return { resources, next_cursor: encodePlace(last.place) };
  }

  async see(operator: OperatorClaim, named: Named): Promise<SeeResourceResponse> {
    const place = placeOf(operator, named);
    const kept = this.#resourcesOf(named.kind);
    const { personal, ...seen } = await this.reads.of(operator.apps, async (reads) => {
      const { resource, row } = await keptRow(kept, place, reads);
      const { status } = resource.listed(row);
      const whole = await resource.body(row, reads);
      const { body, masked, personal } = maskedFor(resource.view, whole, operator.role);
      const related = [...(await resource.related(row, reads))];
      const reference = referenceTo(resource, place);
      return { ...reference, status, body, masked: [...masked], related, personal };
    });
    if (personal.length > 0) {
      const act = { act: 'SIGHT', operation: 'seeResource', members: personal } as const;
      await this.#audit(operator, { ...act, ...aboutOf(seen) });
    }
    return seen;
  }

  /** Of a resource of another service too: then only what this one knows of it. */
  async story(operator: OperatorClaim, named: Named): Promise<TellStoryResponse> {
    const { kind } = named;
    if (!isKind(kind)) throw new DomainError('ROUTE_NOT_FOUND', 'There is no such resource.');
    const place = placeOf(operator, named);
    const kept = this.#resources().filter((each) => each.kind === kind);
    const { entries, isCut } = await this.reads.of(operator.apps, async (query) => {
      const reads = new StoryReads(query);
      const entries: StoryEntry[] = [];
      if (kept.length > 0) {
        const { resource: own, row } = await keptRow(kept, place, query);
        const of = { service: this.service, table: own.table, place };
        const moves = await movesOf(reads, of, own.typedReasons);
        entries.push(...moves, ...(await eventsOf(reads, of)));
        entries.push(...(await own.story(row, reads)));
      }
      for (const teller of this.#providers(StoryTeller)) {
        entries.push(...(await teller.tell({ ...place, kind }, reads)));
      }
      return { entries, isCut: reads.isCut };
    });
    const inOrder = entries.toSorted((one, other) => one.at.localeCompare(other.at));
    const is_cut = isCut || inOrder.length > MAX_ENTRIES;
    return { entries: inOrder.slice(-MAX_ENTRIES), is_cut };
  }

  async unmask(
    operator: OperatorClaim,
    { member, ...request }: UnmaskMemberRequest,
  ): Promise<UnmaskMemberResponse> {
    const named = { kind: request.kind, customerAppId: request.customer_app_id, id: request.id };
    const place = placeOf(operator, named);
    const kept = this.#resourcesOf(named.kind);
    const { resource, body } = await this.reads.of(operator.apps, async (reads) => {
      const { resource, row } = await keptRow(kept, place, reads);
      return { resource, body: await resource.body(row, reads) };
    });
    const value = valueAt(body, member);
    // Of an object of which parts are seen, each masked part has a name of its own.
    if (
      value === undefined ||
      !maskedFor(resource.view, body, operator.role).masked.includes(member)
    ) {
      throw new DomainError('INVALID_REQUEST', `member is none that is masked`);
    }
    await this.#audit(operator, {
      act: 'UNMASK',
      operation: 'unmaskMember',
      members: [member],
      reason: request.reason,
      ...aboutOf(request),
    });
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

  async auditEntries(
    operator: OperatorClaim,
    query: ListAuditEntriesQuery,
  ): Promise<ListAuditEntriesResponse> {
    assertApp(operator, query.customer_app_id);
    const { customer_app_id: customerAppId, subject, id, limit } = query;
    const after = query.after === undefined ? undefined : decodeCursor(query.after);
    const asked = { service: this.service, customerAppId, subject, id, limit, after };
    const { entries, next } = await this.reads.of(operator.apps, (reads) =>
      listAuditEntries(reads, asked),
    );
    return next ? { entries, next_cursor: encodeCursor(next) } : { entries };
  }

  /** Committed before the operator gets what the entry tells of. */
  #audit(operator: OperatorClaim, deed: AuditedDeed & AuditedResource): Promise<void> {
    return this.db.forApp(deed.customerAppId, (tx) => recordAudit(tx, operator, deed));
  }

  #resources(): readonly OperatedResource[] {
    return this.#providers(OperatedResource);
  }

  #providers<T>(type: abstract new () => T): T[] {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    return instances.filter((each): each is T => each instanceof type);
  }

  /** One, or several with a table each. */
  #resourcesOf(kind: string): readonly OperatedResource[] {
    const kept = this.#resources().filter((each) => each.kind === kind);
    if (kept.length > 0) return kept;
    throw new DomainError('ROUTE_NOT_FOUND', 'This service has no such resource.');
  }
}
