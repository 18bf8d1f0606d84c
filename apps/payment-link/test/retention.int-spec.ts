import { baseRetention } from '@towpath/persistence';
import { describeRetention, testDatabase, type TestDatabase } from '@towpath/testing';
import { migrations } from '../src/migrations/index.js';
import { paymentLinkRetention } from '../src/persistence/retention.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('payment-link', migrations);
});
afterAll(() => database?.drop());

describeRetention('payment-link', () => ({
  database,
  rules: [...baseRetention, ...paymentLinkRetention],
}));
