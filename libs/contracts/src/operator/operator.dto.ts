import { field, textsUpTo } from '../fields/index.js';
import { SERVICE_NAMES, type ServiceName } from '../service-names.js';
import { RESOURCE_KINDS, type ResourceKind } from './resources.js';

/** Operators read pages of this many rows at most. */
export const MAX_OPERATOR_PAGE = 100;

export const SEARCHED_BY = ['id', 'reference', 'email', 'last_four', 'amount'] as const;
export type SearchedBy = (typeof SEARCHED_BY)[number];

export class FindResourcesQuery {
  @field.enum('What the text is.', SEARCHED_BY) by: SearchedBy;
  @field.text('What is sought. An e-mail address is in lower case.', { min: 1, max: 256 })
  text: string;
  @field.integerQuery('With `amount`: minor units.', { optional: true, min: 0 }) amount?: number;
  @field.currency('With `amount`: its currency.', { optional: true }) currency?: string;
  @field.date('With `amount`: created on this day or later, UTC.', { optional: true })
  date_from?: string;
  @field.date('With `amount`: created on this day or earlier, UTC.', { optional: true })
  date_to?: string;
  @field.integerQuery('Most results of each kind.', {
    optional: true,
    min: 1,
    max: MAX_OPERATOR_PAGE,
    default: 20,
  })
  limit: number = 20;
}

/** Names a resource. */
export class ResourceReference {
  @field.enum('Kind of the resource.', RESOURCE_KINDS) kind: ResourceKind;
  @field.id('The customer app that owns it.', { example: '01JQ0000000000000000000APP' })
  customer_app_id: string;
  @field.id('ID of the resource.', { example: '01JQ00000000000000000000XA' }) id: string;
}

/** A resource in a list: what it is and whose. Nothing in it identifies a person. */
export class ListedResource extends ResourceReference {
  @field.text('Status, in the words of the interface; absent for what has none.', {
    optional: true,
  })
  status?: string;
  @field.amount('Amount in minor units.', { optional: true }) amount?: number;
  @field.currency('Currency of the amount.', { optional: true }) currency?: string;
  @field.text('What else tells it from others: type, method, gateway, deadline.', {
    optional: true,
  })
  summary?: string;
  @field.instant('When it was created.') created_at: string;
  @field.instant('When it last changed.', { optional: true }) updated_at?: string;
}

export class FoundResource extends ListedResource {
  @field.enum('What the text was found as.', SEARCHED_BY) found_by: SearchedBy;
}

export class FindResourcesResponse {
  @field.objectList('What was found, newest first within each kind.', () => FoundResource)
  results: FoundResource[];
  @field.objectList('Parked messages with this ID that wait.', () => ParkedMessage)
  parked_messages: ParkedMessage[];
}

export class ListResourcesQuery {
  @field.id('Only those of this customer app.', { optional: true }) customer_app_id?: string;
  @field.csv('Only those with one of these statuses.', textsUpTo(40), { optional: true })
  statuses?: string[];
  @field.currency('Only those of this currency.', { optional: true }) currency?: string;
  @field.integerQuery('Only those of this amount, in minor units.', { optional: true, min: 0 })
  amount?: number;
  @field.date('Created on this day or later, UTC.', { optional: true }) date_from?: string;
  @field.date('Created on this day or earlier, UTC.', { optional: true, notBefore: 'date_from' })
  date_to?: string;
  @field.integerQuery('Most entries.', {
    optional: true,
    min: 1,
    max: MAX_OPERATOR_PAGE,
    default: 25,
  })
  limit: number = 25;
  @field.cursor('The next_cursor of the page before.') after?: string;
}

export class ListResourcesResponse {
  @field.objectList('Resources of this page, newest first.', () => ListedResource)
  resources: ListedResource[];
  @field.text('Cursor of the next page. Absent on the last page.', { optional: true })
  next_cursor?: string;
}

/** A resource that belongs to another one. */
export class RelatedResource extends ResourceReference {
  @field.text('What it is to the other one: `payment link`, `refund`, `payer`.') as: string;
}

export class SeeResourceResponse extends ResourceReference {
  @field.text('Status; absent for what has none.', { optional: true }) status?: string;
  @field.openObject('The resource as the interface shows it, with what operators see besides.')
  body: Record<string, unknown>;
  @field.textList('Members of `body` whose values are masked; those of a member as `sender.name`.')
  masked: string[];
  @field.objectList('What belongs to it.', () => RelatedResource) related: RelatedResource[];
}

export const STORY_ENTRIES = [
  'STATE',
  'EVENT',
  'WEBHOOK',
  'DELIVERY',
  'CALL_BACK',
  'QUESTION',
  'LEDGER',
] as const;
export type StoryEntryKind = (typeof STORY_ENTRIES)[number];

/** One thing that happened to a resource. Nothing in it identifies a person. */
export class StoryEntry {
  @field.instant(
    'When it happened, by the clock of the app; of a delivery that waits, when it is due.',
  )
  at: string;
  @field.enum('What kind of thing happened.', STORY_ENTRIES) entry: StoryEntryKind;
  @field.enum('The service that knows it.', SERVICE_NAMES) service: ServiceName;
  @field.text('What happened: `AUTHORIZED → EXECUTED`, `payment.executed`, `POST 200`.')
  title: string;
  @field.text('Why, or what was answered.', { optional: true }) reason?: string;
  @field.metadata('More, as text: amounts with currency, gateway references, HTTP statuses.', {
    optional: true,
  })
  details?: Record<string, string>;
  @field.object('What it is about, if that is another resource.', () => ResourceReference, {
    optional: true,
  })
  about?: ResourceReference;
  @field.text('Trace of the request that caused it, 32 hexadecimal digits.', { optional: true })
  trace_id?: string;
}

export class TellStoryResponse {
  @field.objectList('Oldest first; at most 500.', () => StoryEntry) entries: StoryEntry[];
  @field.boolean('Whether older entries were left out.') is_cut: boolean;
}

export const FIGURES = [
  'MONEY',
  'SUCCESS_RATE',
  'DECLINES',
  'WEBHOOKS',
  'CONSUMER_LAG',
  'PARKED_MESSAGES',
  'LEDGER_CHECK',
  'RECONCILIATION',
  'DISPUTE_DEADLINES',
] as const;
export type FigureName = (typeof FIGURES)[number];

export class ReadFiguresQuery {
  @field.id('Only of this customer app.', { optional: true }) customer_app_id?: string;
  @field.date('From this day on, UTC; the last 7 days when absent.', { optional: true })
  date_from?: string;
  @field.date('Until this day, UTC.', { optional: true, notBefore: 'date_from' }) date_to?: string;
}

export class FigureRow {
  @field.metadata('What the value is of: currency, status, method, gateway, topic.')
  labels: Record<string, string>;
  @field.number('Minor units, a count, a rate from 0 to 1, or seconds: see the figure.')
  value: number;
  @field.date('The day of the value, for figures by day.', { optional: true }) day?: string;
}

export const FIGURE_UNITS = ['minor units', 'count', 'rate', 'seconds'] as const;

export class Figure {
  @field.enum('What it shows.', FIGURES) figure: FigureName;
  @field.enum('Unit of the values.', FIGURE_UNITS) unit: (typeof FIGURE_UNITS)[number];
  @field.text('The metric that has the same figure, if there is one.', { optional: true })
  metric?: string;
  @field.objectList('The values.', () => FigureRow) rows: FigureRow[];
}

export class ReadFiguresResponse {
  @field.objectList('What this service can tell.', () => Figure) figures: Figure[];
}

export class ParkedMessage {
  @field.id('ID of the parked message.') parked_message_id: string;
  @field.enum('The service that could not handle it.', SERVICE_NAMES) service: ServiceName;
  @field.id('The customer app; absent if the message does not tell.', { optional: true })
  customer_app_id?: string;
  @field.text('Topic.') topic: string;
  @field.text('Name of the event; absent if it cannot be read.', { optional: true })
  event_name?: string;
  @field.text('Key of the message: the ID of its aggregate.') message_key: string;
  @field.text('Why it was parked.') reason: string;
  @field.integer('Tries before it was parked.', { min: 0 }) attempts: number;
  @field.instant('When it was parked.') parked_at: string;
  @field.instant('When a replay was requested.', { optional: true }) replay_requested_at?: string;
}

export class ListParkedMessagesQuery {
  @field.id('Only of this customer app.', { optional: true }) customer_app_id?: string;
  @field.integerQuery('Most entries.', {
    optional: true,
    min: 1,
    max: MAX_OPERATOR_PAGE,
    default: 25,
  })
  limit: number = 25;
}

export class ListParkedMessagesResponse {
  @field.objectList('Those that wait, oldest first.', () => ParkedMessage)
  parked_messages: ParkedMessage[];
}

export class UnmaskMemberRequest extends ResourceReference {
  @field.text('The member of `body`: `metadata`, `sender.name`.', {
    min: 1,
    max: 100,
    example: 'sender.name',
  })
  member: string;
  @field.text('Why it must be seen: a ticket, a request of the person.', {
    example: 'ticket 4711',
    min: 5,
    max: 500,
    notBlank: true,
  })
  reason: string;
}

export class UnmaskMemberResponse {
  @field.text('The member.') member: string;
  @field.text('Its value, as JSON.') value: string;
}

export const AUDITED_ACTS = ['SIGHT', 'UNMASK', 'ACTION'] as const;
export type AuditedAct = (typeof AUDITED_ACTS)[number];

/** Who saw personal data, or acted. It has IDs and names of members, never their values. */
export class AuditEntry {
  @field.id('ID of the entry.') audit_entry_id: string;
  @field.enum('The service that wrote it.', SERVICE_NAMES) service: ServiceName;
  @field.instant('When, real time.') occurred_at: string;
  @field.text('Who: see the claim of operators.') subject: string;
  @field.text('Role.') role: string;
  @field.text('Session, or run of a command.') session: string;
  @field.enum('What was done.', AUDITED_ACTS) act: AuditedAct;
  @field.text('The operation or action.') operation: string;
  @field.id('The customer app; absent if it is about all.', { optional: true })
  customer_app_id?: string;
  @field.text('Kind of the resource.', { optional: true }) kind?: string;
  @field.text('ID of the resource.', { optional: true }) id?: string;
  @field.textList('Members that were seen.') members: string[];
  @field.text('Reason that the operator gave.', { optional: true }) reason?: string;
}

export class ListAuditEntriesQuery {
  @field.id('Only of this customer app.', { optional: true }) customer_app_id?: string;
  @field.text('Only of this subject.', { optional: true, min: 1, max: 256 }) subject?: string;
  @field.text('Only of the resource with this ID.', { optional: true, min: 1, max: 100 })
  id?: string;
  @field.integerQuery('Most entries.', {
    optional: true,
    min: 1,
    max: MAX_OPERATOR_PAGE,
    default: 25,
  })
  limit: number = 25;
  @field.cursor('The next_cursor of the page before.') after?: string;
}

export class ListAuditEntriesResponse {
  @field.objectList('Entries of this page, newest first.', () => AuditEntry)
  entries: AuditEntry[];
  @field.text('Cursor of the next page. Absent on the last page.', { optional: true })
  next_cursor?: string;
}
