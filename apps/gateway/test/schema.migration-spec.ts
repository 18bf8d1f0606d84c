import { describeSchema } from '@towpath/testing';
import { gatewayEntities } from '../src/entities.js';
import { gatewayMigrations } from '../src/migrations/index.js';

describeSchema({ service: 'gateway', migrations: gatewayMigrations, entities: gatewayEntities });
