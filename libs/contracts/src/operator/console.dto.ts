import { field } from '../fields/index.js';
import { SERVICE_NAMES } from '../service-names.js';
import { OPERATOR_ROLES, type OperatorRole } from './operator-claim.js';
import {
  FindResourcesResponse,
  ListAuditEntriesResponse,
  ListParkedMessagesResponse,
  ListResourcesResponse,
  ReadFiguresResponse,
  SEARCHED_BY,
  SeeResourceResponse,
  StoryEntry,
  type SearchedBy,
} from './operator.dto.js';

/**
 * What the console's own page asks its gateway. Paths begin with `/console/api`; the session is a
 * cookie, and every request but GET also carries the header `X-Console-Token`.
 */

/** Header with the token of the session, for everything that writes. */
export const CONSOLE_TOKEN_HEADER = 'x-console-token';

/** A customer app that the operator may see. */
export class ConsoleApp {
  @field.id('ID of the customer app.') customer_app_id: string;
  @field.text('Its name.') name: string;
  @field.text('TEST or LIVE.') type: string;
}

/** `GET /console/api/session`; 401 without a session. */
export class ConsoleSession {
  @field.text('Who the operator is, for the page: a name or an address.') name: string;
  @field.text('Subject, as the audit has it.') subject: string;
  @field.enum('Role.', OPERATOR_ROLES) role: OperatorRole;
  @field.text('Value of the header X-Console-Token.') write_token: string;
  @field.instant('When the session ends, whatever happens.') ends_at: string;
  @field.instant('When it ends without another request.') idle_ends_at: string;
  @field.instant('When the operator last proved who they are; absent if nobody knows.', {
    optional: true,
  })
  authenticated_at?: string;
  @field.objectList('Apps that the operator sees.', () => ConsoleApp) apps: ConsoleApp[];
  @field.text('Address of traces, with `{trace_id}`; absent if none is configured.', {
    optional: true,
  })
  trace_url?: string;
}

/** How an operator logs in: `GET /console/api/login`. */
export class ConsoleLogin {
  @field.enum('`oidc`: go to /console/login. `password`: POST /console/api/login.', [
    'oidc',
    'password',
  ])
  way: 'oidc' | 'password';
}

export class ConsolePasswordRequest {
  @field.text('The password that the start printed.', { min: 1, max: 200 }) password: string;
}

export class ConsoleFindQuery {
  @field.text('What the operator typed.', { min: 1, max: 256 }) q: string;
}

/** One meaning of what the operator typed: see `searchTermsOf`. */
export class TriedTerm {
  @field.enum('What the text was taken for.', SEARCHED_BY) by: SearchedBy;
  @field.text('What was sought.') text: string;
  @field.amount('With `amount`: minor units.', { optional: true }) amount?: number;
  @field.currency('With `amount`: its currency.', { optional: true }) currency?: string;
  @field.date('With `amount`: the first day of the period, UTC.', { optional: true })
  date_from?: string;
  @field.date('With `amount`: the last day of the period, UTC.', { optional: true })
  date_to?: string;
}

/** `GET /console/api/find?q=…` */
export class ConsoleFindResponse extends FindResourcesResponse {
  @field.objectList('What was sought, most particular first.', () => TriedTerm) tried: TriedTerm[];
  @field.objectList('The customer app with this ID or client ID.', () => ConsoleApp)
  apps: ConsoleApp[];
  @field.enumList('Services that did not answer.', SERVICE_NAMES) unanswered: string[];
}

/** `GET /console/api/resources/{kind}` takes `ListResourcesQuery`. */
export class ConsoleListResponse extends ListResourcesResponse {}

/** `GET /console/api/resources/{kind}/{customerAppId}/{id}`: the resource with its whole story. */
export class ConsoleResourceResponse extends SeeResourceResponse {
  @field.objectList('What happened, oldest first, over all services.', () => StoryEntry)
  story: StoryEntry[];
  @field.boolean('Whether older entries were left out.') is_cut: boolean;
  @field.enumList('Services that did not answer.', SERVICE_NAMES) unanswered: string[];
}

/** `GET /console/api/figures` takes `ReadFiguresQuery`. */
export class ConsoleFiguresResponse extends ReadFiguresResponse {
  @field.enumList('Services that did not answer.', SERVICE_NAMES) unanswered: string[];
}

/** `GET /console/api/parked-messages` takes `ListParkedMessagesQuery`. */
export class ConsoleParkedMessagesResponse extends ListParkedMessagesResponse {
  @field.enumList('Services that did not answer.', SERVICE_NAMES) unanswered: string[];
}

/** `GET /console/api/audit-entries/{service}` takes `ListAuditEntriesQuery`. */
export class ConsoleAuditResponse extends ListAuditEntriesResponse {}

// `POST /console/api/unmask` takes `UnmaskMemberRequest` and answers `UnmaskMemberResponse`.
