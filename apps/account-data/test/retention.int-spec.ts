import { baseRetention } from '@towpath/persistence';
import { describeRetention, testDatabase, type TestDatabase } from '@towpath/testing';
import { accountDataMigrations } from '../src/migrations/index.js';
import { accountDataService } from '../src/account-data.service.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('account-data', accountDataMigrations);
});
afterAll(() => database?.drop());

describeRetention('account-data', () => ({
  database,
  rules: [...baseRetention, ...(accountDataService.retention ?? [])],
}));
