export { runAudit, type AuditDatabases } from './audit-program.js';
export { SealAuditJob } from './seal-audit.job.js';
export { GatewaySealCopies, SealCopies, type SealsKnown } from './seal-copies.js';
