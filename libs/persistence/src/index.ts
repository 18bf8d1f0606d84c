export * from './audit/audit-entries.js';
export { auditedWork } from './audit/audited-work.js';
export { CommandRun } from './audit/command-run.js';
export {
  auditSealsAfter,
  lastAuditSeal,
  sealAudit,
  unsealedAge,
  type AuditSeal,
} from './audit/audit-seals.js';
export * from './audit/verify-audit.js';
export {
  defineConversation,
  type ConversationTypes,
  type Question,
  type Scheduled,
} from './conversations/conversation.js';
export * from './customer-apps/customer-app-view.js';
export * from './customer-apps/customer-app-views.js';
export * from './database/connection-pool.js';
export { migrateCommand, runMigrations, type MigrationClass } from './database/data-source.js';
export * from './database/database-errors.js';
export * from './database/database-pools.js';
export { schemaDrift } from './database/drift.js';
export * from './database/provision-database.js';
export * from './database/schema-dump.js';
export * from './database/row-security-check.js';
export * from './database/service-names.js';
export * from './due-jobs/due-job.js';
export * from './due-jobs/due-job-runner.js';
export * from './due-jobs/due-rows.job.js';
export { dueRows } from './due-jobs/due-rows.js';
export { eachOf } from './due-jobs/each-of.js';
export { jobOfRows } from './due-jobs/job-of-rows.js';
export { JobLocks } from './due-jobs/job-locks.js';
export * from './encryption/encryption.js';
export * from './encryption/file-key-provider.js';
export * from './encryption/key-provider.js';
export * from './encryption/keyed-hash.js';
export * from './encryption/password-hash.js';
export * from './encryption/personal-data-vault.js';
export { DecryptionFailed } from './encryption/sealed-box.js';
export * from './idempotency/idempotency.js';
export * from './idempotency/idempotent-work.js';
export {
  canonicalJson,
  type IdempotentRequest,
  type StoredAnswer,
} from './idempotency/idempotent-request.js';
export * from './inbox/inbox.js';
export * from './migrations/sql-migrations.js';
export * from './operators/figures.js';
export { OperatorReads, type OperatorQuery, type ReadTable } from './operators/operator-reads.js';
export * from './outbox/doorbell.js';
export { publishChanges } from './outbox/publish-changes.js';
export * from './persistence.module.js';
export * from './persistence-options.js';
export * from './retention/retention-job.js';
export * from './retention/retention-rules.js';
export * from './tables/column.js';
export { findTogether, type Lookup } from './tables/find-together.js';
export { defineTable, Table, type RowOf } from './tables/table.js';
export type { AnyTable } from './tables/table-types.js';
export { stateChangeColumns, tablesOf } from './tables/table-entities.js';
export * from './transactions/pg-transactions.js';
export * from './transactions/planned-statement.js';
export * from './transactions/transactions.js';
export { AppTx, WorkerTx, Tx, UnknownCustomerApp, type TxCustomerApp } from './transactions/tx.js';
export * from './transactions/write-batch.js';
