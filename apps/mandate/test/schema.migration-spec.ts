import { describeSchema } from '@towpath/testing';
import { mandateMigrations } from '../src/migrations/index.js';
import { entities } from '../src/persistence/entities.js';

describeSchema({ service: 'mandate', migrations: mandateMigrations, entities });
