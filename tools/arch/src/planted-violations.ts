import { PLANTED_IN_SLICES } from './planted-in-slices.js';
import { breaches, type PlantedViolation } from './planted-violation.js';

/** Imports little: what needs types is planted here. */
const KERNEL = 'libs/kernel/src/ids.ts';
const CONTRACT = 'libs/contracts/src/index.ts';
const HTTP = 'libs/http/src/index.ts';
const MESSAGING = 'libs/messaging/src/index.ts';
const APP = 'apps/payment-link/src/main.ts';
const E2E = 'e2e/src/clients/signatures.ts';

const ARCHITECTURE_AND_LANGUAGE: readonly PlantedViolation[] = [
  ...breaches({ rule: 'no-restricted-imports' }, [
    ['the kernel imports a framework', KERNEL, "export { DataSource } from 'typeorm';"],
    ['a contract imports the database driver', CONTRACT, "export { Pool } from 'pg';"],
    ['an app imports the Kafka client', APP, "export { Kafka } from 'kafkajs';"],
  ]),
  ...breaches({ rule: 'boundaries/dependencies' }, [
    ['the kernel imports a library of ours', KERNEL, "export * from '@towpath/contracts';"],
    ['a contract imports infra', CONTRACT, "export * from '@towpath/persistence';"],
    ['http imports messaging', HTTP, "export * from '@towpath/messaging';"],
    ['messaging imports http', MESSAGING, "export * from '@towpath/http';"],
    ['infra imports the test helpers', HTTP, "export * from '@towpath/testing';"],
    ['an app imports the test helpers outside a test', APP, "export * from '@towpath/testing';"],
    ['an app reaches into another app', APP, "export * from '../../gateway/src/main.js';"],
    [
      'an end-to-end test imports an app',
      E2E,
      "export * from '../../../apps/gateway/src/main.js';",
    ],
    [
      'the command line imports what is not published',
      'tools/cli/src/main.ts',
      "export * from '@towpath/contracts';",
    ],
    ['an end-to-end test imports infra', E2E, "export * from '@towpath/persistence';"],
  ]),
  ...breaches({ rule: 'no-restricted-syntax', style: 'No topic string outside `libs/contracts`' }, [
    [
      'a topic named outside the contracts',
      APP,
      "export const topic = 'payments.payment.events.v1';",
    ],
  ]),
  ...breaches({ rule: 'no-restricted-syntax', style: 'No wall clock in an app' }, [
    ['an app reads the wall clock', APP, 'export const now = () => Date.now();'],
    ['an app takes the wall date', APP, 'export const now = () => new Date();'],
  ]),
  ...breaches(
    { rule: 'no-restricted-syntax', style: 'Only the generation of documents loads Swagger' },
    [['a service loads Swagger', APP, "import { ApiBody } from '@nestjs/swagger';\nApiBody({});"]],
  ),
  ...breaches({ rule: 'no-restricted-syntax', style: 'No empty catch' }, [
    ['an empty catch', APP, 'export function f(g: () => void) { try { g(); } catch {} }'],
  ]),
  ...breaches(
    {
      rule: '@typescript-eslint/no-restricted-imports',
      style: 'Hosted pages render with `showPage` only',
    },
    [
      [
        'a hosted page rendered by its own call',
        'apps/hosted-ui/src/pages/pay/main.tsx',
        "export { render } from 'preact';",
      ],
    ],
  ),
  ...breaches({ rule: 'typescript/no-floating-promises', style: 'no promise without `await`' }, [
    ['a promise nobody awaits', KERNEL, 'export function f(g: () => Promise<void>) { g(); }'],
  ]),
  ...breaches(
    { rule: 'towpath/kept-promises', style: 'A promise that is kept goes through `awaitedLater`' },
    [
      [
        'a promise is kept across an await',
        KERNEL,
        'export async function f(g: () => Promise<void>) { const kept = g(); await g(); await kept; }',
      ],
      [
        'a promise is kept for the next turn of a loop',
        KERNEL,
        'export async function f(g: () => Promise<void>) { let kept = g(); for (;;) { await kept; kept = g(); } }',
      ],
      [
        'promises are collected in a loop',
        KERNEL,
        'export async function f(g: () => Promise<void>) { const all: Promise<void>[] = []; for (let n = 0; n < 2; n += 1) all.push(g()); await Promise.all(all); }',
      ],
      [
        'a member keeps a promise',
        KERNEL,
        'export class C { running?: Promise<void>; start(g: () => Promise<void>) { this.running ??= g(); } }',
      ],
    ],
  ),
  ...breaches({ rule: 'typescript/no-misused-promises' }, [
    [
      'a promise as a condition',
      KERNEL,
      'export function f(g: () => Promise<boolean>) { return g() ? 1 : 2; }',
    ],
    [
      'an attribute of a page takes a promise that nobody awaits',
      'apps/hosted-ui/src/pages/pay/main.tsx',
      `declare const Button: (made: { onClick: () => void }) => never;
export const f = (g: () => Promise<void>) => <Button onClick={g} />;`,
    ],
  ]),
  ...breaches({ rule: 'typescript/switch-exhaustiveness-check' }, [
    [
      'a switch leaves out a case',
      KERNEL,
      "export function f(a: 'x' | 'y') { switch (a) { case 'x': return 1; } return 2; }",
    ],
  ]),
  ...breaches({ rule: 'typescript/return-await' }, [
    [
      'a promise returned out of try',
      KERNEL,
      'export async function f(g: () => Promise<void>) { try { return g(); } finally { g; } }',
    ],
  ]),
  ...breaches({ rule: 'towpath/parameters', style: 'no two of one primitive type' }, [
    [
      'two parameters of one primitive type',
      APP,
      'export function f(a: string, b: string) { return a + b; }',
    ],
  ]),
  ...breaches({ rule: 'towpath/parameters', style: 'At most 3 positional parameters' }, [
    [
      'four positional parameters',
      APP,
      'export function f(a: string, b: number, c: boolean, d: object) { return [a, b, c, d]; }',
    ],
  ]),
  ...breaches({ rule: '@typescript-eslint/no-explicit-any', style: 'No `any`' }, [
    ['an any', APP, 'export const f = (a: any) => a;'],
  ]),
  ...breaches({ rule: 'max-lines', style: 'A file has at most 300 lines' }, [
    ['a file past its size', APP, 'export const a = 1;\n'.repeat(1) + '// line\n'.repeat(301)],
  ]),
  ...breaches({ rule: 'max-lines-per-function', style: 'a function at most 60' }, [
    [
      'a function past its size',
      APP,
      `export function f(a: string[]) {\n${"a.push('x');\n".repeat(61)}}`,
    ],
  ]),
];

const JOINS = 'A method takes `app` and begins a transaction, or takes `tx` and joins one';
const NESTED = 'no transaction begins inside another one';
const TRANSACTIONS = `import type { CustomerAppId } from '@towpath/kernel';
import type { AppTx, Transactions } from '@towpath/persistence';
`;

/** Violations of the rules about transactions. */
const PLANTED_TRANSACTIONS: readonly PlantedViolation[] = [
  {
    plant: 'a method takes `tx` and the app',
    style: JOINS,
    code: 'export class C { find(tx: AppTx, app: CustomerAppId): string { return tx.kind + app; } }',
  },
  {
    plant: 'a method takes `tx` and begins another transaction',
    style: NESTED,
    code: `export class C {
  constructor(private readonly transactions: Transactions) {}
  find(tx: AppTx): Promise<string> {
    return this.transactions.forApp(tx.customerApp.id, async ({ kind }) => kind);
  }
}`,
  },
  {
    plant: 'the work of a transaction begins another one',
    style: NESTED,
    code: `export const both = (transactions: Transactions, app: CustomerAppId) =>
  transactions.forApp(app, () => transactions.asWorker(async ({ kind }) => kind));`,
  },
].map(({ code, ...planted }) => ({
  ...planted,
  rule: 'towpath/transactions',
  filePath: APP,
  code: TRANSACTIONS + code,
}));

export const PLANTED_VIOLATIONS: readonly PlantedViolation[] = [
  ...ARCHITECTURE_AND_LANGUAGE,
  ...PLANTED_IN_SLICES,
  ...PLANTED_TRANSACTIONS,
];
