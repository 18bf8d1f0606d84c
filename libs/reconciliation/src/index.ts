export { ComparedAgain } from './compared-again.js';
export { GapService } from './gap.service.js';
export {
  KeptDifferences,
  type ComparedSubject,
  type Difference,
  type FoundDifference,
} from './kept-differences.js';
export { operatedDifferences } from './operated-differences.js';
export { OpenQuestionsModule } from './open-questions.module.js';
export { OpenQuestionsService } from './open-questions.service.js';
export {
  connectorAt,
  placeOf,
  ReconciledBooks,
  type ExecutedPage,
  type ExecutedPeriod,
  type GivenBack,
  type ListFailure,
  type NamedPayment,
  type ReconciliationKey,
  type SettledEntry,
  type SettlementPlace,
} from './ports.js';
export { ReconciliationModule } from './reconciliation.module.js';
export { ReconciliationService } from './reconciliation.service.js';
export { differences, reconciliationTables } from './reconciliation.table.js';
