import type { ConsoleFindResponse, ListResourcesResponse } from '@towpath/contracts/operator';
import type { ConsoleOperator } from '../load/console-operator.js';

/** A path of the console's interface. */
export interface Question {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

const DAY_MS = 86_400_000;
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Kinds with many rows, and statuses: a frequent one, one of a part, one of few or none. */
const LISTED = {
  payment: ['EXECUTED', 'FAILED', 'CANCELLED'],
  payment_link: ['PAID', 'CREATED'],
  payment_user: [],
  webhook_event: ['DELIVERED', 'FAILED', 'RETRYING', 'PENDING', 'HELD'],
} as const;
const WITH_AMOUNTS: readonly string[] = ['payment', 'payment_link'];

interface Filled {
  readonly app: string;
  readonly rows: number;
  readonly days: number;
}

/** Each list with each of its filters. */
export async function lists(operator: ConsoleOperator, { app, days }: Filled): Promise<Question[]> {
  const long = dayBefore(Math.floor(days / 2));
  const asked: Question[] = [];
  for (const [kind, statuses] of Object.entries(LISTED)) {
    const first = await operator.ask<ListResourcesResponse>(`resources/${kind}`);
    const of = `customer_app_id=${app}`;
    const filters: readonly (readonly [string, string])[] = [
      ['all', ''],
      ['next page', `after=${first.next_cursor}`],
      ['an app', of],
      ['a day long ago', `date_from=${long}&date_to=${long}`],
      ...statuses.flatMap((status) => [
        [status, `statuses=${status}`] as const,
        [`${status} of an app`, `${of}&statuses=${status}`] as const,
      ]),
      ...(statuses.length > 1
        ? [['two statuses', `statuses=${statuses.slice(0, 2)}`] as const]
        : []),
      ...(WITH_AMOUNTS.includes(kind)
        ? ([
            ['a frequent currency', 'currency=HKD'],
            ['a rare currency', 'currency=USD'],
            ['a currency without any', 'currency=JPY'],
            ['an amount', 'amount=12600'],
            ['a currency of an app', `${of}&currency=USD`],
          ] as const)
        : []),
    ];
    asked.push(
      ...filters.map(([name, query]) => ({
        ...named('list', `${kind}: ${name}`),
        path: `resources/${kind}?${query}`,
      })),
    );
  }
  return asked;
}

/** Each meaning of the search field. */
export function searches({ rows }: Filled): Question[] {
  const middle = Math.floor(rows / 2);
  const asked = {
    'an ID': idOf('01GP', middle),
    'an ID of nothing': idOf('01GX', middle),
    'a reference': `INV-${middle}`,
    'a reference of a link': `order ${middle}`,
    'a reference of a processor': `PR-${middle}`,
    'a reference of nothing': 'nothing-like-this',
    'an e-mail address': 'nobody@quill.example',
    'last four digits': '4321',
    'an amount in 90 days': 'HKD 126.00',
    'an amount in a day': `HKD 126.00 ${dayBefore(1)}`,
  };
  return Object.entries(asked).map(([name, text]) => ({
    ...named('search', name),
    path: `find?q=${encodeURIComponent(text)}`,
  }));
}

export function figures({ app }: Filled): Question[] {
  const asked = {
    '7 days': '',
    '7 days of an app': `customer_app_id=${app}`,
    '30 days': `date_from=${dayBefore(29)}&date_to=${dayBefore(0)}`,
  };
  return Object.entries(asked).map(([name, query]) => ({
    ...named('figures', name),
    path: `figures?${query}`,
  }));
}

/** Resources with their stories. */
export async function stories(operator: ConsoleOperator, { rows }: Filled): Promise<Question[]> {
  const asked: Question[] = [];
  for (const prefix of ['01GP', '01GK', '01GE']) {
    const id = idOf(prefix, Math.floor(rows / 2));
    const { results } = await operator.ask<ConsoleFindResponse>(`find?q=${id}`);
    const [found] = results;
    if (!found) throw new Error(`the console does not find ${id}`);
    const path = `resources/${found.kind}/${found.customer_app_id}/${id}`;
    asked.push({ ...named('story', `a ${found.kind}`), path });
  }
  return asked;
}

const idOf = (prefix: string, number: number): string => prefix + String(number).padStart(22, '0');

const named = (
  what: 'list' | 'search' | 'figures' | 'story',
  name: string,
): Pick<Question, 'id' | 'name'> => ({
  id: `${what} ${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
  name: `${what}, ${name}`,
});
