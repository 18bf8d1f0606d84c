import { Body, Controller, Param, Query } from '@nestjs/common';
import { isServiceName, SERVICE_NAMES, type ServiceName } from '@towpath/contracts';
import {
  ConsoleFindQuery,
  ListAuditEntriesQuery,
  ListParkedMessagesQuery,
  ListResourcesQuery,
  OPERATOR_OPERATIONS,
  ReadFiguresQuery,
  RESOURCE_OWNERS,
  UnmaskMemberRequest,
  type ConsoleAuditResponse,
  type ConsoleListResponse,
  type OperatorOperationId,
  type ResourceKind,
  type UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import { DomainError } from '@towpath/kernel';
import type { LiveSession } from '../console-sessions/console-sessions.service.js';
import { ConsoleRoute, SessionOf } from '../console-sessions/console.guard.js';
import { ConsoleReads } from './console.reads.js';
import { OperatorServices } from './operator-services.js';

interface ResourceParams {
  readonly kind: string;
  readonly customerAppId: string;
  readonly id: string;
}

const roleOf = (id: OperatorOperationId) => ({ role: OPERATOR_OPERATIONS[id].role });

/** What the page of the console asks. The services decide what the operator sees. */
@Controller()
export class ConsoleController {
  constructor(
    private readonly services: OperatorServices,
    private readonly reads: ConsoleReads,
  ) {}

  @ConsoleRoute('GET', '/console/api/find', roleOf('findResources'))
  find(@SessionOf() session: LiveSession, @Query() { q }: ConsoleFindQuery) {
    return this.reads.find(session, q);
  }

  @ConsoleRoute('GET', '/console/api/resources/:kind', roleOf('listResources'))
  list(
    @SessionOf() session: LiveSession,
    @Param('kind') kind: string,
    @Query() query: ListResourcesQuery,
  ): Promise<ConsoleListResponse> {
    const { statuses, ...others } = query;
    return this.services.ask(session, ownerOf(kind), {
      operation: 'listResources',
      path: { kind },
      query: { ...others, ...(statuses && { statuses: statuses.join(',') }) },
    });
  }

  @ConsoleRoute('GET', '/console/api/resources/:kind/:customerAppId/:id', roleOf('seeResource'))
  see(@SessionOf() session: LiveSession, @Param() { kind, customerAppId, id }: ResourceParams) {
    return this.reads.see(session, ownerOf(kind), { kind, customerAppId, id });
  }

  @ConsoleRoute('GET', '/console/api/figures', roleOf('readFigures'))
  figures(@SessionOf() session: LiveSession, @Query() query: ReadFiguresQuery) {
    return this.reads.figures(session, query);
  }

  @ConsoleRoute('GET', '/console/api/parked-messages', roleOf('listParkedMessages'))
  parked(@SessionOf() session: LiveSession, @Query() query: ListParkedMessagesQuery) {
    return this.reads.parked(session, query);
  }

  @ConsoleRoute('POST', '/console/api/unmask', roleOf('unmaskMember'))
  unmask(
    @SessionOf() session: LiveSession,
    @Body() body: UnmaskMemberRequest,
  ): Promise<UnmaskMemberResponse> {
    return this.services.ask(session, ownerOf(body.kind), { operation: 'unmaskMember', body });
  }

  @ConsoleRoute('GET', '/console/api/audit-entries/:service', roleOf('listAuditEntries'))
  audit(
    @SessionOf() session: LiveSession,
    @Param('service') service: string,
    @Query() query: ListAuditEntriesQuery,
  ): Promise<ConsoleAuditResponse> {
    return this.reads.audit(session, serviceOf(service), query);
  }
}

function ownerOf(kind: string): ServiceName {
  if (Object.hasOwn(RESOURCE_OWNERS, kind)) return RESOURCE_OWNERS[kind as ResourceKind];
  throw new DomainError('ROUTE_NOT_FOUND', 'There are no such resources.');
}

function serviceOf(name: string): ServiceName {
  if (isServiceName(name)) return name;
  throw new DomainError('ROUTE_NOT_FOUND', `The services are ${SERVICE_NAMES.join(', ')}.`);
}
