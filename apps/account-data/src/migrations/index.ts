import { BaseTables1700000000000 } from '@towpath/persistence';
import { AccountsInBankOrder1700000502000 } from './1700000502000-accounts-in-bank-order/migration.js';
import { CompositeStatements1700000503000 } from './1700000503000-composite-statements/migration.js';
import { CreateRetrievedData1700000350000 } from './1700000350000-create-retrieved-data/migration.js';
import { EraseUncoveredData1700000507000 } from './1700000507000-erase-uncovered-data/migration.js';
import { HostedLinksByLogin1700000430000 } from './1700000430000-hosted-links-by-login/migration.js';
import { HostedLinks1700000342000 } from './1700000342000-hosted-links/migration.js';
import { LoginIdentities1700000340000 } from './1700000340000-login-identities/migration.js';
import { KeyDerivedIds1700000501000 } from './1700000501000-key-derived-ids/migration.js';
import { LeaseJobsInRealTime1700000500000 } from './1700000500000-lease-jobs-in-real-time/migration.js';
import { PayloadsAndGuesses1700000510000 } from './1700000510000-payloads-and-guesses/migration.js';
import { LinkJobs1700000341000 } from './1700000341000-link-jobs/migration.js';

export const accountDataMigrations = [
  BaseTables1700000000000,
  LoginIdentities1700000340000,
  LinkJobs1700000341000,
  HostedLinks1700000342000,
  CreateRetrievedData1700000350000,
  HostedLinksByLogin1700000430000,
  LeaseJobsInRealTime1700000500000,
  KeyDerivedIds1700000501000,
  AccountsInBankOrder1700000502000,
  CompositeStatements1700000503000,
  EraseUncoveredData1700000507000,
  PayloadsAndGuesses1700000510000,
] as const;
