import { BaseTables1700000000000 } from '@towpath/persistence';
import { LoginIdentities1700000340000 } from './1700000340000-login-identities/migration.js';

export const accountDataMigrations = [
  BaseTables1700000000000,
  LoginIdentities1700000340000,
] as const;
