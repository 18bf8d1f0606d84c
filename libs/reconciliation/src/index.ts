export { ReconcileBooks } from './reconcile-books.use-case.js';
export {
  ReconciledBooks,
  type ExecutedPage,
  type ExecutedPeriod,
  type GivenBack,
  type ListFailure,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from './reconciled-books.js';
export { reconciliationEntities } from './reconciliation.entities.js';
export { ReconciliationModule } from './reconciliation.module.js';
