import { copyStatement, patternsStatement, type Template } from './history-tables.js';

const template: Template = {
  app: 'app',
  payment: 'P',
  link: 'L',
  attempt: 'A',
  method: '',
  user: 'U',
};
const TIME = 'timestamp with time zone';

it('gives each copy IDs and a time of its own, and the columns that it does not know as they are', () => {
  const statement = copyStatement({
    table: { name: 'payments', belongs: ({ payment }) => `m.payment_id = '${payment}'` },
    columns: [
      { name: 'payment_id', type: 'text' },
      { name: 'attempt_id', type: 'text' },
      { name: 'amount', type: 'bigint' },
      { name: 'created_at', type: TIME },
    ],
    template,
    span: { first: 101, last: 200, days: 100 },
    from: 190,
  });
  expect(statement).toContain('generate_series(190, 200) n');
  expect(statement).toContain(`m.customer_app_id = 'app' AND m.payment_id = 'P'`);
  expect(statement).toContain(`THEN '01GP' || lpad((n)::text, 22, '0') END`);
  expect(statement).toContain(`CASE WHEN m."attempt_id" IS NOT NULL`);
  expect(statement).toContain(`, m."amount", `);
  expect(statement).toContain(`m."created_at" - 86400 * (200 - n) * interval '1 second'`);
});

it('copies in the order of the numbers, from the rows of the template alone', () => {
  const table = {
    name: 'payments',
    belongs: ({ payment }: Template) => `m.payment_id = '${payment}'`,
  };
  const other = { ...template, app: 'other', payment: 'Q' };
  expect(patternsStatement(table, [template, other])).toBe(
    `CREATE TEMP TABLE patterns AS SELECT * FROM payments m WHERE ` +
      `m.customer_app_id = 'app' AND m.payment_id = 'P' OR ` +
      `m.customer_app_id = 'other' AND m.payment_id = 'Q'`,
  );
  const span = { first: 1, last: 2, days: 1 };
  const statement = copyStatement({ table, columns: [], template: other, span, from: 1 });
  expect(statement).toMatch(/FROM patterns m\s+WHERE m.customer_app_id = 'other'/);
  expect(statement).toMatch(/FROM generate_series\(1, 2\) n,\s+LATERAL/);
});

it('keeps the events of an aggregate together', () => {
  const statement = copyStatement({
    table: { name: 'outbox', belongs: () => 'true' },
    columns: [{ name: 'message_key', type: 'text' }],
    template,
    span: { first: 1, last: 2, days: 1 },
    from: 1,
  });
  expect(statement).toContain(`CASE m."message_key" WHEN 'P' THEN '01GP'`);
  expect(statement).toContain(`WHEN 'L' THEN '01GL'`);
});
