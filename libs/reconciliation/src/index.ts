export { GapService } from './gap.service.js';
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
export { reconciliationTables } from './reconciliation.table.js';
