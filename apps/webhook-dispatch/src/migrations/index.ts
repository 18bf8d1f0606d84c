import {
  BaseTables1700000000000,
  ForgetUserMetadata1700000520000,
  type MigrationClass,
} from '@towpath/persistence';
import { CreateWebhookEndpoints1700000100000 } from './1700000100000-create-webhook-endpoints/migration.js';
import { CreateWebhookEvents1700000101000 } from './1700000101000-create-webhook-events/migration.js';
import { TellOfExpiringEvents1700000102000 } from './1700000102000-tell-of-expiring-events/migration.js';
import { CreateWebhookRecoveries1700000450000 } from './1700000450000-create-webhook-recoveries/migration.js';
import { ForgetSentUserMetadata1700000520100 } from './1700000520100-forget-user-metadata/migration.js';

/** In the order in which they run; a released one is never changed. */
export const webhookDispatchMigrations: readonly MigrationClass[] = [
  BaseTables1700000000000,
  CreateWebhookEndpoints1700000100000,
  CreateWebhookEvents1700000101000,
  TellOfExpiringEvents1700000102000,
  CreateWebhookRecoveries1700000450000,
  ForgetUserMetadata1700000520000,
  ForgetSentUserMetadata1700000520100,
];
