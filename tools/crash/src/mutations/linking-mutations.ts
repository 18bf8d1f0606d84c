import type { Mutation } from './mutation.js';

/** Faults in what is done with logins at banks. */
export const LINKING_MUTATIONS: readonly Mutation[] = [
  {
    name: 'loses-link-jobs',
    fault: 'the job of one product of each login is not written down',
    module: 'apps/account-data/dist/linking/retrievals/retrievals.service.js',
    edits: [
      {
        find: 'return pending.map((product)=>this.jobs.add(tx, batch,',
        replace:
          'return pending.map((product, index) => this.jobs.add(tx, index === 0 ? new batch.constructor() : batch,',
      },
    ],
    finds: 'LOGIN_STUCK',
  },
  {
    name: 'effects-jobs-twice',
    fault: 'the end of a product is recorded again when its job comes again',
    module: 'apps/account-data/dist/identities/login-identities/login-identity.js',
    edits: [
      {
        find: `recordProduct(result, at) {
          const { progress } = this.values;
          if (progress[result.product]?.status !== 'IN_PROGRESS') return;`,
        replace: `recordProduct(result, at, comesAgain = true) {
          const { progress } = this.values;
          const open = Object.values(progress).filter(({ status }) => status === 'IN_PROGRESS');
          if (comesAgain && open.length > 1) this.recordProduct(result, at, false);`,
      },
    ],
    finds: 'PRODUCT_TWICE',
  },
  {
    name: 'stores-transactions-anew',
    fault: 'a refresh stores a transaction that is there already as another one',
    module: 'apps/account-data/dist/data/retrieved-data/store-transactions.js',
    edits: [
      {
        find: `derived.of('transaction', loginIdentityId, [`,
        replace: `derived.of('transaction', loginIdentityId, [ whose.retrievalId,`,
      },
    ],
    finds: 'TRANSACTIONS_WRONG',
  },
  {
    name: 'loses-transactions',
    fault: 'the first transaction of each batch is not stored',
    module: 'apps/account-data/dist/data/retrieved-data/store-transactions.js',
    edits: [
      {
        find: 'new Map(transactions.map((row)=>[',
        replace: 'new Map(transactions.slice(1).map((row)=>[',
      },
    ],
    finds: 'TRANSACTIONS_WRONG',
  },
  {
    name: 'keeps-credentials',
    fault: 'an unlinked login keeps its session at the bank and the key of it',
    module: 'apps/account-data/dist/identities/credentials/login-secrets.service.js',
    edits: [
      {
        find: `async forget(tx, owner) {
          const row = await loginCredentials.find(tx, owner);
          if (!row) return;`,
        replace: 'async forget(tx, owner) { return;',
      },
    ],
    finds: 'LOGIN_REMAINS',
  },
];
