import { describeSchema } from '@towpath/testing';
import { disputeMigrations } from '../src/migrations/index.js';
import { entities } from '../src/persistence/entities.js';

describeSchema({ service: 'dispute', migrations: disputeMigrations, entities });
