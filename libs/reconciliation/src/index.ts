export { CompareGap } from './compare-gap.use-case.js';
export { OpenQuestions } from './open-questions.js';
export { OpenQuestionsModule } from './open-questions.module.js';
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
