import {
  BaseTables1700000000000,
  ForgetUserMetadata1700000520000,
  type MigrationClass,
} from '@towpath/persistence';
import { CreateDisputes1700000360000 } from './1700000360000-create-disputes/migration.js';
import { CreateDisputeAnswers1700000440000 } from './1700000440000-create-dispute-answers/migration.js';
import { CreateDisputeEvidence1700000441000 } from './1700000441000-create-dispute-evidence/migration.js';

/** In the order in which they run; a released one is never changed. */
export const disputeMigrations: readonly MigrationClass[] = [
  BaseTables1700000000000,
  CreateDisputes1700000360000,
  CreateDisputeAnswers1700000440000,
  CreateDisputeEvidence1700000441000,
  ForgetUserMetadata1700000520000,
];
