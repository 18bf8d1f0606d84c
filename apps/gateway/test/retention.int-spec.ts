import { baseRetention } from '@towpath/persistence';
import { describeRetention, testDatabase, type TestDatabase } from '@towpath/testing';
import { gatewayService } from '../src/gateway.service.js';
import { gatewayMigrations } from '../src/migrations/index.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('gateway', gatewayMigrations);
});
afterAll(() => database?.drop());

describeRetention('gateway', () => ({
  database,
  rules: [...baseRetention, ...(gatewayService.retention ?? [])],
}));
