import { existsSync } from 'node:fs';
import { breachesOfNouns } from './nouns.js';
import { repositoryFiles, type RepositoryFile } from './repository-files.js';
import { findingsOf, findingsOfList, placesIn, textOf } from './shrinking-lists.js';
import { isServiceCode } from './slices.js';
import { smallFiles } from './small-files.js';

const files = repositoryFiles().filter(({ path }) => /\.tsx?$/.test(path) && existsSync(path));
const once = (places: readonly string[]) => new Map(places.map((place) => [place, 1]));
const planted = (texts: Readonly<Record<string, string>>): RepositoryFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, read: () => text }));

/** A noun in the new form, and one that comes after it. */
const BILLS = 'apps/payment-link/src/money/bills';
const REFUNDS = 'apps/payment-link/src/money/refunds';
const NOUN: Readonly<Record<string, string>> = {
  [`${BILLS}/bill.ts`]:
    "import type { Bill } from '@towpath/kernel';\nimport type { BillRow } from './bill.table.js';\n" +
    "import { billLife } from './bill.transitions.js';\nimport { dueOn } from './due-dates.js';",
  [`${BILLS}/bill.transitions.ts`]: "import { defineStateMachine } from '@towpath/kernel';",
  [`${BILLS}/due-dates.ts`]: "import type { Instant } from '@towpath/kernel';",
  [`${BILLS}/bill.table.ts`]: "export const bills = defineTable('bills', {});",
  [`${BILLS}/bills.service.ts`]:
    "import { Bill } from './bill.js';\nimport { bills } from './bill.table.js';\nexport class BillsService {}",
  [`${BILLS}/bills.reads.ts`]: 'export class BillsReads {}',
  [`${BILLS}/bills.controller.ts`]: "import { BillsService } from './bills.service.js';",
  [`${BILLS}/bill.conversation.ts`]:
    "import { BillsService } from './bills.service.js';\nclass Ask extends Conversation<Types> {}",
  [`${REFUNDS}/refunds.service.ts`]:
    "import { BillsService } from '../bills/bills.service.js';\n" +
    "import type { BillRow } from '../bills/bill.table.js';\nexport class RefundsService {}",
  'apps/payment-link/src/money/money.module.ts':
    "import { C } from './bills/bills.controller.js';\n@Module({ exports: [BillsService, BillsReads] }) class M {}",
};

describe('a noun', () => {
  it('keeps the rules of its files in every folder that is not old', () => {
    expect(breachesOfNouns(files)).toEqual([]);
  });

  it('keeps the rules in an example', () => {
    expect(breachesOfNouns(planted(NOUN))).toEqual([]);
  });

  it.each([
    ['a service of another name', `${BILLS}/bills.service.ts`, 'export class Receive {}'],
    ['reads of another name', `${BILLS}/bills.reads.ts`, 'export class BillsService {}'],
    ['a table that defines none', `${BILLS}/bill.table.ts`, 'export const bills = {};'],
    ['a conversation that is none', `${BILLS}/bill.conversation.ts`, 'export class Ask {}'],
    ['a role that nothing has', `${BILLS}/bill.manager.ts`, 'export class BillManager {}'],
    ['an aggregate that imports Node', `${BILLS}/bill.ts`, "import { hash } from 'node:crypto';"],
    [
      'an aggregate that imports its table',
      `${BILLS}/bill.ts`,
      "import { bills } from './bill.table.js';",
    ],
    [
      'transitions that import a service',
      `${BILLS}/bill.transitions.ts`,
      "import { BillsService } from './bills.service.js';",
    ],
    [
      'an aggregate that reads the clock',
      `${BILLS}/bill.ts`,
      'export const now = () => new Date();',
    ],
    [
      'a rule of an aggregate that imports contracts',
      `${BILLS}/due-dates.ts`,
      "import { BillResponse } from '@towpath/contracts';",
    ],
    [
      'a table that imports its aggregate',
      `${BILLS}/bill.table.ts`,
      "import type { Bill } from './bill.js';\ndefineTable();",
    ],
    [
      'a service that imports the table of another noun',
      `${REFUNDS}/refunds.service.ts`,
      "import { bills } from '../bills/bill.table.js';\nexport class RefundsService {}",
    ],
    ...[
      'receive-bill.use-case.ts',
      'get-bill.query.ts',
      'bill.mapper.ts',
      'bill.entity.ts',
      'bill.repository.ts',
      'bills.module.ts',
      'domain/due-dates.ts',
      'persistence/bill-rows.ts',
    ].map((name) => [`the old form: ${name}`, `${BILLS}/${name}`, '']),
    [
      'a controller that imports a table',
      `${BILLS}/bills.controller.ts`,
      "import { bills } from './bill.table.js';",
    ],
    [
      'a service that imports the conversation of its noun',
      `${BILLS}/bills.service.ts`,
      "import { Ask } from './bill.conversation.js';\nexport class BillsService {}",
    ],
    [
      'a service that imports a controller',
      `${REFUNDS}/refunds.service.ts`,
      "import { C } from '../bills/bills.controller.js';\nexport class RefundsService {}",
    ],
    [
      'a module that exports another class',
      'apps/payment-link/src/money/money.module.ts',
      '@Module({ exports: [BillsService, BillRows] }) class M {}',
    ],
  ])('reports %s', (_plant, path, text) => {
    expect(breachesOfNouns(planted({ ...NOUN, [path]: text }))).toEqual([
      expect.stringContaining(path),
    ]);
  });
});

/** Providers that find each other at run time, against the direction of imports. */
const LATE = /\bforwardRef\b|\bModuleRef\b|\.register\([^()]*\bthis\b/;
const isLate = ({ read }: RepositoryFile) => LATE.test(read());

describe('a provider', () => {
  it('receives its collaborators from the constructor, but in the listed files', () => {
    const found = files.filter(isServiceCode).filter(isLate);
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    'constructor(@Inject(forwardRef(() => Bills)) bills: Bills) {}',
    'constructor(private readonly modules: ModuleRef) {}',
    'onModuleInit() { this.followers.register(this.follower); }',
    "this.runner.register('UNLINK', this);",
  ])('is reported when it is found late: %s', (text) => {
    expect(planted({ 'a.ts': text }).filter(isLate)).toHaveLength(1);
    expect(
      planted({ 'a.ts': "hooks.register('bank', () => http.close())" }).filter(isLate),
    ).toEqual([]);
  });
});

describe('a file under 40 lines', () => {
  const SMALL = { 'apps/a/src/b/one.ts': "import './two.js';", 'apps/a/src/b/two.ts': 'two\n' };

  it('belongs to its only importer, but for the listed files', () => {
    expect(findingsOfList('small-files', once(smallFiles(files)))).toEqual([]);
  });

  it('is reported with one importer', () => {
    expect(smallFiles(planted(SMALL))).toEqual(['apps/a/src/b/two.ts']);
  });

  it.each([
    ['a second importer', { 'apps/a/src/b/three.ts': "import './two.js';" }],
    ['40 lines', { 'apps/a/src/b/two.ts': 'two\n'.repeat(40) }],
    ['a spec of its own', { 'apps/a/src/b/two.spec.ts': "import './two.js';" }],
    [
      'a role in its name',
      { 'apps/a/src/b/one.ts': "import './a.dto.js'", 'apps/a/src/b/a.dto.ts': '' },
    ],
    [
      'the name index.ts',
      { 'apps/a/src/b/one.ts': "import './c/index.js'", 'apps/a/src/b/c/index.ts': '' },
    ],
  ])('is not reported with %s', (_what, texts) => {
    expect(smallFiles(planted({ ...SMALL, ...texts } as Record<string, string>))).toEqual([]);
  });
});

describe('a list that only shrinks', () => {
  const list = (text: string) => placesIn(text);
  const found = list('a\nb 3\n');

  it('agrees with what is found', () => {
    expect(findingsOf({ found, listed: found, before: [list('a\nb 4\n')] })).toEqual([]);
    expect(textOf(found)).toBe('a\nb 3\n');
  });

  it.each([
    ['a new place', 'b 3\n', 'a: 1 found, 0 listed'],
    ['more of a place', 'a\nb 2\n', 'b: 3 found, 2 listed'],
    ['a place that is gone', 'a\nb 3\nc\n', 'c: 1 listed, 0 left'],
    ['a place with less', 'a\nb 5\n', 'b: 5 listed, 3 left'],
  ])('reports %s', (_what, listed, finding) => {
    const findings = findingsOf({ found, listed: list(listed), before: [] });
    expect(findings).toEqual([expect.stringContaining(finding)]);
  });

  it('reports that it has grown', () => {
    expect(findingsOf({ found, listed: found, before: [found, list('b 3\n')] })).toEqual([
      'the list has grown from 3 to 4',
    ]);
  });
});
