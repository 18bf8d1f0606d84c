import type { MigrationClass } from '@towpath/persistence';

import { CreateCardGateway1700000000000 } from './migrations/1700000000000-create-card-gateway/migration.js';
import { CreateDirectDebit1700000100000 } from './migrations/1700000100000-create-direct-debit/migration.js';
import { CreateBankConsents1700000355000 } from './migrations/1700000355000-create-bank-consents/migration.js';
import { CreateBankLogins1700000200000 } from './migrations/1700000200000-create-bank-logins/migration.js';
import { CreateDisputes1700000368000 } from './migrations/1700000368000-create-disputes/migration.js';
import { CreatePayouts1700000401000 } from './migrations/1700000401000-create-payouts/migration.js';
import { CreateExternalBills1700000475000 } from './migrations/1700000475000-create-external-bills/migration.js';
import { KeepIncomingTransfers1700000480000 } from './migrations/1700000480000-keep-incoming-transfers/migration.js';
import { CreateDisputeDocuments1700000442000 } from './migrations/1700000442000-create-dispute-documents/migration.js';

/**
 * In order. The tables that the services share are not among them: the sandbox plays the world
 * outside, so it has no tenants, no outbox to Kafka and no view of the customer apps.
 */
export const sandboxMigrations: readonly MigrationClass[] = [
  CreateCardGateway1700000000000,
  CreateDirectDebit1700000100000,
  CreateBankLogins1700000200000,
  CreateBankConsents1700000355000,
  CreateDisputes1700000368000,
  CreatePayouts1700000401000,
  CreateDisputeDocuments1700000442000,
  CreateExternalBills1700000475000,
  KeepIncomingTransfers1700000480000,
];
