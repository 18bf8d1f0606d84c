import { migrateCommand } from '@towpath/persistence';
import { migrations } from './migrations/index.js';

await migrateCommand('payment-link', migrations);
