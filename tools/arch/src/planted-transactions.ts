import type { PlantedViolation } from './planted-violation.js';

const JOINS = 'A method takes `app` and begins a transaction, or takes `tx` and joins one';
const NESTED = 'no transaction begins inside another one';
const IMPORTS = `import type { CustomerAppId } from '@towpath/kernel';
import type { AppTx, Transactions } from '@towpath/persistence';
`;

/** Violations of the rules about transactions. */
export const PLANTED_TRANSACTIONS: readonly PlantedViolation[] = [
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
  filePath: 'apps/payment-link/src/main.ts',
  code: IMPORTS + code,
}));
