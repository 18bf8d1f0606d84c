/** @proves promise-9 */
import { jsonSchemaOf, listParametersOf } from '@towpath/contracts';
import type { ErrorCode } from '@towpath/kernel';
import { RunningSystem } from '../system/running-system.js';
import type { Schema } from './bad-values.js';
import { Faults } from './refusals.js';
import { Sender } from './sender.js';
import { rowsOf, SUBJECTS, type Subject } from './specimens.js';
import { createWorld } from './world.js';

const system = RunningSystem.open();
const lists = SUBJECTS.filter(({ specimen }) => specimen.query);
let sender: Sender;

beforeAll(async () => {
  sender = new Sender(system, await createWorld(system));
});

const parametersOf = ({ specimen }: Subject): [string, Schema][] =>
  Object.entries(specimen.query ? ((jsonSchemaOf(specimen.query) as Schema).properties ?? {}) : {});

/** Filters that some list has. */
const FILTERS = ['statuses', 'date_from', 'user_id', 'currencies', 'mandate_id', 'event_types'];
const AT = '2026-03-01T00:00:00Z';
const misspelt = (name: string) => (name.endsWith('s') ? name.slice(0, -1) : `${name}s`);

const rangeOf = (subject: Subject): readonly [string, string] =>
  parametersOf(subject).some(([field]) => field === 'created_to')
    ? ['created_from', 'created_to']
    : ['date_from', 'date_to'];
const hasRange = (subject: Subject) =>
  parametersOf(subject).some(([field]) => field === rangeOf(subject)[1]);

const isPaged = (subject: Subject) => parametersOf(subject).some(([field]) => field === 'after');

describe('every parameter of every list', () => {
  it.concurrent.each(rowsOf(lists))(
    '%s refuses invalid input and names it',
    async (_id, subject) => {
      const faults = new Faults();
      for (const [field, schema] of parametersOf(subject)) {
        const expected = { ...subject, codes: ['INVALID_REQUEST'] as ErrorCode[], field };
        for (const bad of badParameters(schema)) {
          const query = `?${field}=${bad}`;
          faults.add(query.slice(0, 60), {
            answer: await sender.send(subject, { query }),
            expected,
          });
        }
        for (const twice of repeated(field, schema)) {
          faults.add(twice, { answer: await sender.send(subject, { query: twice }), expected });
        }
      }
      expect(faults.list).toEqual([]);
    },
  );

  it.concurrent.each(rowsOf(lists))(
    '%s refuses an unknown filter and a misspelt name, and names it',
    async (id, subject) => {
      const faults = new Faults();
      const declared = listParametersOf(id) ?? [];
      const others = FILTERS.filter((name) => !declared.includes(name));
      for (const name of [...others, ...declared.map(misspelt)]) {
        const expected = { ...subject, codes: ['INVALID_REQUEST'] as ErrorCode[], field: name };
        const query = `?${name}=x`;
        faults.add(query, { answer: await sender.send(subject, { query }), expected });
      }
      expect(faults.list).toEqual([]);
    },
  );

  it.concurrent.each(rowsOf(lists.filter(hasRange)))(
    '%s refuses a reversed range',
    async (_id, subject) => {
      const [from, to] = rangeOf(subject);
      const [first, second] =
        from === 'date_from' ? ['2026-03-01', '2026-03-02'] : [AT, AT.replace('Z', '.1Z')];
      const query = `?${from}=${second}&${to}=${first}`;
      const { status, text } = await sender.send(subject, { query });
      expect([status, text]).toEqual([400, expect.stringContaining(`${to} must not be before`)]);
      const same = `?${from}=${first}&${to}=${first}`;
      expect((await sender.send(subject, { query: same })).status).toBe(200);
    },
  );

  it.concurrent.each(rowsOf(lists))(
    '%s accepts the allowed limits, and ignores unknown parameters',
    async (_id, subject) => {
      const good = parametersOf(subject).flatMap(([field, { minimum, maximum }]) =>
        [minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [`?${field}=${limit}`])),
      );
      const empty = parametersOf(subject).map(([field]) => `?${field}=`);
      for (const query of [...good, ...empty, '', '?', '?nonsense=1&__proto__=x']) {
        const { status, text } = await sender.send(subject, { query });
        expect([query, status, text.slice(0, 200)]).toEqual([query, 200, expect.anything()]);
      }
    },
  );

  it.concurrent.each(rowsOf(lists.filter(isPaged)))(
    '%s refuses a cursor that it did not issue',
    async (_id, subject) => {
      const faults = new Faults();
      const expected = { ...subject, codes: ['INVALID_REQUEST'] as ErrorCode[], field: 'after' };
      for (const after of [
        'nonsense',
        'e30',
        '%00',
        '01JQ0000000000000000000CNT',
        'x'.repeat(201),
      ]) {
        const query = `?after=${after}`;
        faults.add(query.slice(0, 60), { answer: await sender.send(subject, { query }), expected });
      }
      expect(faults.list).toEqual([]);
    },
  );
});

/** A list takes its values in each of the three ways, and refuses bad ones in each. */
function repeated(field: string, { type, items }: Schema): string[] {
  if (type !== 'array') return [`?${field}=1&${field}=2`];
  const good = items?.enum?.[0] ?? 'HKD';
  const bad = 'NO_SUCH_VALUE'.repeat(10);
  return [
    `?${field}=${good}&${field}=${bad}`,
    `?${field}[]=${good}&${field}[]=${bad}`,
    `?${field}[0]=${good}&${field}[1]=${bad}`,
  ];
}

/** As they are written in a query. */
function badParameters({ type, format, enum: values, maxLength, ...rest }: Schema): string[] {
  const { minimum, maximum, items } = rest;
  if (type === 'integer') {
    const out = [
      ...(minimum === undefined ? [] : [String(minimum - 1)]),
      ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ];
    return ['x', '1.5', '1e2', '+1', '0x10', '%20', '99999999999999999999', ...out];
  }
  if (type === 'array')
    return ['NO_SUCH_VALUE,NO_SUCH_VALUE', ',', `${items?.enum?.[0] ?? 'HKD'},`];
  if (values) return ['NO_SUCH_VALUE'];
  if (format === 'date') return ['2026-02-30', 'today'];
  if (format === 'date-time') return ['2026-02-30T00:00:00Z', 'now'];
  const long = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
  return ['a%00b', ...long];
}
