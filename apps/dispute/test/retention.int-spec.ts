import { baseRetention } from '@towpath/persistence';
import { describeRetention, testDatabase, type TestDatabase } from '@towpath/testing';
import { disputeMigrations } from '../src/migrations/index.js';
import { disputeService } from '../src/dispute.service.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('dispute', disputeMigrations);
});
afterAll(() => database?.drop());

describeRetention('dispute', () => ({
  database,
  rules: [...baseRetention, ...(disputeService.retention ?? [])],
}));
