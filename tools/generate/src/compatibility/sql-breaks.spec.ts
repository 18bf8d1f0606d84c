import { generatedInterface, releasedInterface } from './interface-files.js';
import { sqlBreaks } from './sql-breaks.js';

const RELEASED = `CREATE TABLE links (
  link_id text NOT NULL,
  amount bigint NOT NULL,
  note text,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE OR REPLACE FUNCTION public.sweep(integer)
ALTER TABLE links ADD CONSTRAINT links_note_check CHECK ((note = ANY (ARRAY['A'::text, 'B'::text])));
CREATE INDEX links_note ON public.links USING btree (note);
`;
const breaks = (from: string, to: string) =>
  sqlBreaks({ 'pay.sql': RELEASED }, { 'pay.sql': RELEASED.replace(from, to) });

describe('the schema of a database', () => {
  it.each([
    ['  note text,\n', '', 'pay.links.note: was removed'],
    ['amount bigint', 'amount numeric', 'pay.links.amount: is numeric, was bigint'],
    ['note text', 'note text NOT NULL', 'pay.links.note: is required now'],
    ['DEFAULT now() NOT NULL', 'NOT NULL', 'pay.links.created_at: is required now'],
    [
      '  note text,\n',
      '  note text,\n  payer text NOT NULL,\n',
      'pay.links.payer: is new and required, without a default',
    ],
    ['CREATE TABLE links', 'CREATE TABLE pages', 'pay.links: was removed'],
    [`, 'B'::text`, '', 'pay.links.links_note_check: refuses B'],
    ['CREATE INDEX', 'CREATE UNIQUE INDEX', 'pay.links: (note) is unique now'],
    [
      'CREATE INDEX',
      'ALTER TABLE links ADD CONSTRAINT one UNIQUE (note, amount);\nCREATE INDEX',
      'pay.links: (note, amount) is unique now',
    ],
    ['public.sweep(integer)', 'public.sweep(bigint)', 'pay: function sweep(integer) was removed'],
  ])('breaks the release before: %j becomes %j', (from, to, sentence) => {
    expect(breaks(from, to)).toEqual([sentence]);
  });

  it.each([
    ['  note text,\n', '  note text,\n  payer text,\n  mode text DEFAULT 1 NOT NULL,\n'],
    ['amount bigint NOT NULL', 'amount bigint'],
    [`'B'::text`, `'B'::text, 'C'::text`],
    [
      'CREATE INDEX',
      'CREATE UNIQUE INDEX links_payer ON public.links USING btree (payer);\nCREATE INDEX',
    ],
    ['CREATE TABLE links', 'CREATE TABLE pages (\n  a text NOT NULL\n);\nCREATE TABLE links'],
  ])('may change: %j becomes %j', (from, to) => {
    expect(breaks(from, to)).toEqual([]);
  });

  it('is read as a whole', () => {
    const { databases } = generatedInterface();
    const emptied = Object.keys(databases).map((name): [string, string] => [name, '']);
    const removed = sqlBreaks(databases, Object.fromEntries(emptied));
    expect(removed.length).toBeGreaterThan(60);
    expect(sqlBreaks(releasedInterface().databases, databases)).toEqual([]);
  });
});
