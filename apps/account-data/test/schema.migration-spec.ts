import { describeSchema } from '@towpath/testing';
import { accountDataMigrations } from '../src/migrations/index.js';
import { entities } from '../src/persistence/entities.js';

describeSchema({ service: 'account-data', migrations: accountDataMigrations, entities });
