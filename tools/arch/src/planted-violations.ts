import { PLANTED_IN_SLICES } from './planted-in-slices.js';
import type { PlantedViolation } from './planted-violation.js';

const KERNEL = 'libs/kernel/src/ids.ts';
const CONTRACT = 'libs/contracts/src/index.ts';
const HTTP = 'libs/http/src/index.ts';
const MESSAGING = 'libs/messaging/src/index.ts';
const APP = 'apps/payment-link/src/main.ts';
const E2E = 'e2e/src/clients/signatures.ts';

const ARCHITECTURE_AND_LANGUAGE: readonly PlantedViolation[] = [
  {
    plant: 'the kernel imports a framework',
    rule: 'no-restricted-imports',
    filePath: KERNEL,
    code: "export { DataSource } from 'typeorm';",
  },
  {
    plant: 'the kernel imports a library of ours',
    rule: 'boundaries/dependencies',
    filePath: KERNEL,
    code: "export * from '@towpath/contracts';",
  },
  {
    plant: 'a contract imports infra',
    rule: 'boundaries/dependencies',
    filePath: CONTRACT,
    code: "export * from '@towpath/persistence';",
  },
  {
    plant: 'a contract imports the database driver',
    rule: 'no-restricted-imports',
    filePath: CONTRACT,
    code: "export { Pool } from 'pg';",
  },
  {
    plant: 'http imports messaging',
    rule: 'boundaries/dependencies',
    filePath: HTTP,
    code: "export * from '@towpath/messaging';",
  },
  {
    plant: 'messaging imports http',
    rule: 'boundaries/dependencies',
    filePath: MESSAGING,
    code: "export * from '@towpath/http';",
  },
  {
    plant: 'infra imports the test helpers',
    rule: 'boundaries/dependencies',
    filePath: HTTP,
    code: "export * from '@towpath/testing';",
  },
  {
    plant: 'an app imports the test helpers outside a test',
    rule: 'boundaries/dependencies',
    filePath: APP,
    code: "export * from '@towpath/testing';",
  },
  {
    plant: 'an app reaches into another app',
    rule: 'boundaries/dependencies',
    filePath: APP,
    code: "export * from '../../gateway/src/main.js';",
  },
  {
    plant: 'an app imports the Kafka client',
    rule: 'no-restricted-imports',
    filePath: APP,
    code: "export { Kafka } from 'kafkajs';",
  },
  {
    plant: 'an end-to-end test imports an app',
    rule: 'boundaries/dependencies',
    filePath: E2E,
    code: "export * from '../../../apps/gateway/src/main.js';",
  },
  {
    plant: 'an end-to-end test imports infra',
    rule: 'boundaries/dependencies',
    filePath: E2E,
    code: "export * from '@towpath/persistence';",
  },
  {
    plant: 'a topic named outside the contracts',
    style: 'No topic string outside `libs/contracts`',
    rule: 'no-restricted-syntax',
    filePath: APP,
    code: "export const topic = 'payments.payment.events.v1';",
  },
  {
    plant: 'an app reads the wall clock',
    style: 'No wall clock in an app',
    rule: 'no-restricted-syntax',
    filePath: APP,
    code: 'export const now = () => Date.now();',
  },
  {
    plant: 'an app takes the wall date',
    style: 'No wall clock in an app',
    rule: 'no-restricted-syntax',
    filePath: APP,
    code: 'export const now = () => new Date();',
  },
  {
    plant: 'a service loads Swagger',
    style: 'Only the generation of documents loads Swagger',
    rule: 'no-restricted-syntax',
    filePath: APP,
    code: "import { ApiBody } from '@nestjs/swagger';\nApiBody({});",
  },
  {
    plant: 'an empty catch',
    style: 'No empty catch',
    rule: 'no-restricted-syntax',
    filePath: APP,
    code: 'export function f(g: () => void) { try { g(); } catch {} }',
  },
  {
    plant: 'a hosted page rendered by its own call',
    style: 'Hosted pages render with `showPage` only',
    rule: '@typescript-eslint/no-restricted-imports',
    filePath: 'apps/hosted-ui/src/pages/pay/main.tsx',
    code: "export { render } from 'preact';",
  },
  {
    plant: 'a promise nobody awaits',
    style: 'no promise without `await`',
    rule: '@typescript-eslint/no-floating-promises',
    filePath: APP,
    code: 'export function f(g: () => Promise<void>) { g(); }',
  },
  {
    plant: 'a promise is kept across an await',
    style: 'A promise that is kept goes through `awaitedLater`',
    rule: 'towpath/kept-promises',
    filePath: APP,
    code: 'export async function f(g: () => Promise<void>) { const kept = g(); await g(); await kept; }',
  },
  {
    plant: 'a promise is kept for the next turn of a loop',
    style: 'A promise that is kept goes through `awaitedLater`',
    rule: 'towpath/kept-promises',
    filePath: APP,
    code: 'export async function f(g: () => Promise<void>) { let kept = g(); for (;;) { await kept; kept = g(); } }',
  },
  {
    plant: 'promises are collected in a loop',
    style: 'A promise that is kept goes through `awaitedLater`',
    rule: 'towpath/kept-promises',
    filePath: APP,
    code: 'export async function f(g: () => Promise<void>) { const all: Promise<void>[] = []; for (let n = 0; n < 2; n += 1) all.push(g()); await Promise.all(all); }',
  },
  {
    plant: 'a member keeps a promise',
    style: 'A promise that is kept goes through `awaitedLater`',
    rule: 'towpath/kept-promises',
    filePath: APP,
    code: 'export class C { running?: Promise<void>; start(g: () => Promise<void>) { this.running ??= g(); } }',
  },
  {
    plant: 'a promise returned out of try',
    rule: '@typescript-eslint/return-await',
    filePath: APP,
    code: 'export async function f(g: () => Promise<void>) { try { return g(); } finally { g; } }',
  },
  {
    plant: 'two parameters of one primitive type',
    style: 'no two of one primitive type',
    rule: 'towpath/parameters',
    filePath: APP,
    code: 'export function f(a: string, b: string) { return a + b; }',
  },
  {
    plant: 'four positional parameters',
    style: 'At most 3 positional parameters',
    rule: 'towpath/parameters',
    filePath: APP,
    code: 'export function f(a: string, b: number, c: boolean, d: object) { return [a, b, c, d]; }',
  },
  {
    plant: 'an any',
    style: 'No `any`',
    rule: '@typescript-eslint/no-explicit-any',
    filePath: APP,
    code: 'export const f = (a: any) => a;',
  },
  {
    plant: 'a file past its size',
    style: 'A file has at most 300 lines',
    rule: 'max-lines',
    filePath: APP,
    code: 'export const a = 1;\n'.repeat(1) + '// line\n'.repeat(301),
  },
  {
    plant: 'a function past its size',
    style: 'a function at most 60',
    rule: 'max-lines-per-function',
    filePath: APP,
    code: `export function f(a: string[]) {\n${"a.push('x');\n".repeat(61)}}`,
  },
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
