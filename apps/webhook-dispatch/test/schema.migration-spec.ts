import { describeSchema } from '@towpath/testing';
import { webhookDispatchMigrations } from '../src/migrations/index.js';
import { webhookEntities } from '../src/persistence/entities.js';

describeSchema({
  service: 'webhook-dispatch',
  migrations: webhookDispatchMigrations,
  entities: webhookEntities,
});
