import type { DataProvider, GetListParams, GetListResult } from 'react-admin';
import type { ConsoleApi, Query } from './console-api.js';
import { currencyExponent } from '@towpath/kernel';
import { recordIdOf, resourceNameOf } from './resource-name.js';

export const PARKED_MESSAGES = 'parked-messages';
export const AUDIT_ENTRIES = 'audit-entries';
/** Actions that wait for a second person. */
export const PROPOSALS = 'approvals';
/** Of the most rows that the console gives at once. */
const MAX_ROWS = 100;

/** What the console does besides lists and pages. */
const OWN = ['find', 'figures', 'unmask', 'previewAction', 'act', 'approve', 'decline'] as const;

export interface ConsoleDataProvider extends DataProvider, Pick<ConsoleApi, (typeof OWN)[number]> {}

interface Page {
  readonly data: readonly object[];
  readonly next: string | undefined;
}

/** One page of a list, and the cursor of the next one. */
type PageReader = (query: Query) => Promise<Page>;

/** The data of react-admin's lists and pages. It changes nothing: see `OWN`. */
export function consoleDataProvider(api: ConsoleApi): ConsoleDataProvider {
  const cursors = new Map<string, string>();
  const readerOf =
    (resource: string): PageReader =>
    async (query) => {
      if (resource === AUDIT_ENTRIES) {
        const { service, ...rest } = query;
        const { entries, next_cursor: next } = await api.auditEntries(String(service), rest);
        return {
          data: entries.map((each) => ({ ...each, id: each.audit_entry_id, of: each.id })),
          next,
        };
      }
      const { resources, next_cursor: next } = await api.list(resource, query);
      return { data: resources.map((each) => ({ id: recordIdOf(each), resource: each })), next };
    };

  /** Cursors lead from page to page: an address with a later page is reached from the first. */
  const pageOf = async (
    read: PageReader,
    { page, query, name }: { page: number; query: Query; name: string },
  ): Promise<Page> => {
    const key = (of: number) => `${name} ${of}`;
    let from = page;
    while (from > 1 && !cursors.has(key(from))) from -= 1;
    for (;;) {
      const found = await read({ ...query, after: from > 1 ? cursors.get(key(from)) : undefined });
      if (found.next === undefined) cursors.delete(key(from + 1));
      else cursors.set(key(from + 1), found.next);
      if (from === page) return found;
      if (found.next === undefined) return { data: [], next: undefined };
      from += 1;
    }
  };

  return {
    getList: async (resource: string, params: GetListParams) => {
      const { page = 1, perPage = 25 } = params.pagination ?? {};
      if (resource === PARKED_MESSAGES) return parkedMessages(api, params);
      if (resource === PROPOSALS) return proposals(api);
      const query = { ...queryOf(params.filter as Filter), limit: perPage };
      const name = `${resource} ${JSON.stringify(query)}`;
      const { data, next } = await pageOf(readerOf(resource), { page, query, name });
      // The console does not count; the last page tells how many there are.
      if (next === undefined) return { data, total: (page - 1) * perPage + data.length };
      return { data, pageInfo: { hasNextPage: true, hasPreviousPage: page > 1 } };
    },
    getOne: async (resource: string, { id }: { id: string }) => ({
      data: { id, resource: await api.see(resourceNameOf({ kind: resource, recordId: id })) },
    }),
    ...Object.fromEntries(OWN.map((name) => [name, api[name]])),
    getMany: refused,
    getManyReference: refused,
    create: refused,
    update: refused,
    updateMany: refused,
    delete: refused,
    deleteMany: refused,
  } as unknown as ConsoleDataProvider;
}

/** All that wait, as far as the console gives them: they are few, or something is broken. */
async function parkedMessages(api: ConsoleApi, { filter }: GetListParams): Promise<GetListResult> {
  const query = { ...(filter as Query), limit: MAX_ROWS };
  const { parked_messages: messages, unanswered } = await api.parkedMessages(query);
  const data = messages.map((each) => ({ ...each, id: each.parked_message_id }));
  return { data, total: data.length, meta: { unanswered } };
}

/** Open ones first: those that were decided stay a while. */
async function proposals(api: ConsoleApi): Promise<GetListResult> {
  const { proposals: all } = await api.proposals();
  // A record's `id` is that of the proposal; `of` is what it acts on.
  const data = all.map(({ id, ...each }) => ({ ...each, id: each.action_id, of: id }));
  return { data, total: data.length };
}

type Filter = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The filters of a list as the console takes them: an amount in minor units of its currency. */
export function queryOf({ amount, ...rest }: Filter): Query {
  const { currency } = rest;
  if (amount === undefined || typeof currency !== 'string') return rest;
  const minor = Math.round(Number(amount) * 10 ** currencyExponent(currency));
  return Number.isSafeInteger(minor) ? { ...rest, amount: minor } : rest;
}

function refused(): Promise<never> {
  return Promise.reject(new Error('The console does not do this.'));
}
