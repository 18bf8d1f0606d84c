import { Inject, Injectable } from '@nestjs/common';
import { SERVICE_NAMES, type ServiceName } from '@towpath/contracts';
import {
  RESOURCE_KINDS,
  searchTermsOf,
  type ConsoleApp,
  type ConsoleAuditResponse,
  type ConsoleFiguresResponse,
  type ConsoleFindResponse,
  type ConsoleParkedMessagesResponse,
  type ConsoleResourceResponse,
  type Figure,
  type FindResourcesResponse,
  type FoundResource,
  type ListAuditEntriesQuery,
  type ListParkedMessagesQuery,
  type ListParkedMessagesResponse,
  type ReadFiguresQuery,
  type ReadFiguresResponse,
  type SeeResourceResponse,
  type TellStoryResponse,
} from '@towpath/contracts/operator';
import { Clock, DomainError } from '@towpath/kernel';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { OperatorFigures, OperatorService } from '@towpath/service';
import { consoleApp, seenApps } from '../console-sessions/console-apps.js';
import type { LiveSession } from '../console-sessions/console-sessions.service.js';
import { claimOf } from '../console-sessions/console.guard.js';
import { CustomerAppsReads } from '../customer-apps/customer-apps.reads.js';
import { OperatorServices, PEERS, type Answered } from './operator-services.js';

interface Named {
  readonly kind: string;
  readonly customerAppId: string;
  readonly id: string;
}

/** What several services know, put together for one operator. */
@Injectable()
export class ConsoleReads {
  constructor(
    private readonly services: OperatorServices,
    /** The gateway's own rows; it does not call itself. */
    private readonly own: OperatorService,
    private readonly ownFigures: OperatorFigures,
    private readonly apps: CustomerAppsReads,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Every meaning of the text is sought in every service. */
  async find(session: LiveSession, typed: string): Promise<ConsoleFindResponse> {
    const tried = searchTermsOf(typed, this.clock.system());
    const named = tried.find(({ by }) => by === 'id');
    const answered = await Promise.all([
      ...tried.map((term) =>
        this.services.askEach<FindResourcesResponse>(session, PEERS, {
          operation: 'findResources',
          query: { ...term },
        }),
      ),
      ...(named
        ? [this.#own(this.own.find(claimOf(session, 'find'), { ...named, limit: 1 }))]
        : []),
    ]);
    const all = answered.flatMap(({ answers }) => answers);
    return {
      results: withoutRepeats(all.flatMap(({ results }) => results)).toSorted(byKindThenNewest),
      parked_messages: all.flatMap(({ parked_messages: each }) => each),
      apps: named ? await this.#appsNamed(session, named.text) : [],
      tried: [...tried],
      unanswered: unansweredIn(answered),
    };
  }

  /** By its own ID, or by that of its client. */
  async #appsNamed(session: LiveSession, text: string): Promise<ConsoleApp[]> {
    const named = (await this.apps.list()).filter(
      ({ id, clientId }) => id === text || clientId === text,
    );
    return seenApps(session, named).map(consoleApp);
  }

  /** The resource from its owner, with what every service tells of it. */
  async see(
    session: LiveSession,
    owner: ServiceName,
    named: Named,
  ): Promise<ConsoleResourceResponse> {
    const path = { ...named };
    const [resource, { answers, unanswered }] = await Promise.all([
      this.services.ask<SeeResourceResponse>(session, owner, { operation: 'seeResource', path }),
      this.services.askEach<TellStoryResponse>(session, PEERS, { operation: 'tellStory', path }),
    ]);
    return {
      ...resource,
      story: answers
        .flatMap(({ entries }) => entries)
        .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
      is_cut: answers.some(({ is_cut }) => is_cut),
      unanswered: [...unanswered],
    };
  }

  async figures(session: LiveSession, query: ReadFiguresQuery): Promise<ConsoleFiguresResponse> {
    const [answered, own] = await Promise.all([
      this.services.askEach<ReadFiguresResponse>(session, PEERS, {
        operation: 'readFigures',
        query: { ...query },
      }),
      this.#own(this.ownFigures.read(claimOf(session, 'watch'), query)),
    ]);
    const figures = [...answered.answers, ...own.answers].flatMap((answer) => answer.figures);
    return { figures: merged(figures), unanswered: unansweredIn([answered, own]) };
  }

  /** Oldest first, as many as were asked for. */
  async parked(
    session: LiveSession,
    query: ListParkedMessagesQuery,
  ): Promise<ConsoleParkedMessagesResponse> {
    const [answered, own] = await Promise.all([
      this.services.askEach<ListParkedMessagesResponse>(session, PEERS, {
        operation: 'listParkedMessages',
        query: { ...query },
      }),
      this.#own(this.own.parked(claimOf(session, 'watch'), query)),
    ]);
    const all = [...answered.answers, ...own.answers];
    const messages = all.flatMap(({ parked_messages: each }) => each);
    const inOrder = messages.toSorted((one, other) => one.parked_at.localeCompare(other.parked_at));
    const unanswered = unansweredIn([answered, own]);
    return { parked_messages: inOrder.slice(0, query.limit), unanswered };
  }

  audit(
    session: LiveSession,
    service: ServiceName,
    query: ListAuditEntriesQuery,
  ): Promise<ConsoleAuditResponse> {
    if (service === 'gateway') return this.own.auditEntries(claimOf(session, 'audit'), query);
    return this.services.ask(session, service, {
      operation: 'listAuditEntries',
      query: { ...query },
    });
  }

  /** The gateway's own answer, as that of a service. */
  async #own<T>(asked: Promise<T>): Promise<Answered<T>> {
    try {
      return { answers: [await asked], unanswered: [] };
    } catch (error) {
      if (error instanceof DomainError) throw error;
      this.logger.warn({ error, service: 'gateway' }, 'the gateway did not answer an operator');
      return { answers: [], unanswered: ['gateway'] };
    }
  }
}

/** One entry for a resource that was found in several ways: the most particular one. */
function withoutRepeats(found: readonly FoundResource[]): FoundResource[] {
  const byName = new Map<string, FoundResource>();
  for (const each of found) {
    const name = [each.kind, each.customer_app_id, each.id].join(' ');
    if (!byName.has(name)) byName.set(name, each);
  }
  return [...byName.values()];
}

function byKindThenNewest(one: FoundResource, other: FoundResource): number {
  const byKind = RESOURCE_KINDS.indexOf(one.kind) - RESOURCE_KINDS.indexOf(other.kind);
  return byKind || other.created_at.localeCompare(one.created_at);
}

/** A figure of several services has the rows of all; values of another unit or metric stay apart. */
function merged(figures: readonly Figure[]): Figure[] {
  const byName = new Map<string, Figure>();
  for (const each of figures) {
    const name = [each.figure, each.unit, each.metric ?? ''].join(' ');
    const known = byName.get(name);
    byName.set(name, known ? { ...known, rows: [...known.rows, ...each.rows] } : each);
  }
  return [...byName.values()];
}

/** In the order of the services, each once. */
function unansweredIn(answered: readonly Answered<unknown>[]): ServiceName[] {
  const names = new Set(answered.flatMap(({ unanswered }) => unanswered));
  return SERVICE_NAMES.filter((name) => names.has(name));
}
