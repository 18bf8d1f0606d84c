import {
  BaseTables1700000000000,
  ForgetUserMetadata1700000520000,
  type MigrationClass,
} from '@towpath/persistence';
import { CreateMandates1700000100000 } from './1700000100000-create-mandates/migration.js';
import { CreateMandateSubmissions1700000101000 } from './1700000101000-create-mandate-submissions/migration.js';
import { CreateChecklistKeys1700000102000 } from './1700000102000-create-checklist-keys/migration.js';
import { CreateDirectDebits1700000103000 } from './1700000103000-create-direct-debits/migration.js';
import { CreateChecklists1700000105000 } from './1700000105000-create-checklists/migration.js';
import { CreateLeftDrafts1700000106000 } from './1700000106000-left-drafts/migration.js';
import { CreateReconciliation1700000107000 } from './1700000107000-create-reconciliation/migration.js';
import { CollectedBeyondLimits1700000108000 } from './1700000108000-collected-beyond-limits/migration.js';
import { EndUnauthorizedMandates1700000112000 } from './1700000112000-end-unauthorized-mandates/migration.js';
import { DistrustChecklistKeys1700000113000 } from './1700000113000-distrust-checklist-keys/migration.js';
import { KeepWhatBanksSaid1700000116000 } from './1700000116000-keep-what-banks-said/migration.js';
import { UsageIsNeverDeleted1700000117000 } from './1700000117000-usage-is-never-deleted/migration.js';
import { KeepMandatesForSevenYears1700000190000 } from './1700000190000-keep-mandates-for-seven-years/migration.js';
import { KeepSettledDebits1700000197000 } from './1700000197000-keep-settled-debits/migration.js';
import { ErasePayers1700000325000 } from './1700000325000-erase-payers/migration.js';
import { FindDueByIndex1700000490000 } from './1700000490000-find-due-by-index/migration.js';
import { LimitLoginGuesses1700000511000 } from './1700000511000-limit-login-guesses/migration.js';

/** In the order in which they run; a released one is never changed. */
export const mandateMigrations: readonly MigrationClass[] = [
  BaseTables1700000000000,
  CreateMandates1700000100000,
  CreateMandateSubmissions1700000101000,
  CreateChecklistKeys1700000102000,
  CreateDirectDebits1700000103000,
  CreateChecklists1700000105000,
  CreateLeftDrafts1700000106000,
  CreateReconciliation1700000107000,
  CollectedBeyondLimits1700000108000,
  EndUnauthorizedMandates1700000112000,
  DistrustChecklistKeys1700000113000,
  KeepWhatBanksSaid1700000116000,
  UsageIsNeverDeleted1700000117000,
  KeepMandatesForSevenYears1700000190000,
  KeepSettledDebits1700000197000,
  ErasePayers1700000325000,
  FindDueByIndex1700000490000,
  LimitLoginGuesses1700000511000,
  ForgetUserMetadata1700000520000,
];
