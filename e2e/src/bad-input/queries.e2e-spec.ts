import { jsonSchemaOf } from '@towpath/contracts';
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

const isPaged = (subject: Subject) => parametersOf(subject).some(([field]) => field === 'after');

describe('every parameter of every list', () => {
  it.each(rowsOf(lists))('%s refuses what it cannot take, naming it', async (_id, subject) => {
    const faults = new Faults();
    for (const [field, schema] of parametersOf(subject)) {
      const expected = { ...subject, codes: ['INVALID_REQUEST'] as ErrorCode[], field };
      for (const bad of badParameters(schema)) {
        const query = `?${field}=${bad}`;
        faults.add(query.slice(0, 60), { answer: await sender.send(subject, { query }), expected });
      }
      const twice = `?${field}=1&${field}=2`;
      faults.add(twice, { answer: await sender.send(subject, { query: twice }), expected });
    }
    expect(faults.list).toEqual([]);
  });

  it.each(rowsOf(lists))(
    '%s takes limits, and ignores what it does not know',
    async (_id, subject) => {
      const good = parametersOf(subject).flatMap(([field, { minimum, maximum }]) =>
        [minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [`?${field}=${limit}`])),
      );
      for (const query of [...good, '', '?', '?nonsense=1&__proto__=x', '?limit=']) {
        const { status, text } = await sender.send(subject, { query });
        const expected = query === '?limit=' && isPaged(subject) ? 400 : 200;
        expect([query, status, text.slice(0, 200)]).toEqual([query, expected, expect.anything()]);
      }
    },
  );

  it.each(rowsOf(lists.filter(isPaged)))(
    '%s refuses a cursor that it did not give',
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

/** As they are written in a query. */
function badParameters({
  type,
  format,
  enum: values,
  minLength,
  maxLength,
  ...rest
}: Schema): string[] {
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
  if (values) return ['NO_SUCH_VALUE', ''];
  if (format === 'date') return ['2026-02-30', 'today', ''];
  if (format === 'date-time') return ['2026-02-30T00:00:00Z', 'now', ''];
  const long = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
  return ['a%00b', ...(minLength ? [''] : []), ...long];
}
