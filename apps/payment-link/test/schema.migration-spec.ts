import { describeSchema } from '@towpath/testing';
import { migrations } from '../src/migrations/index.js';
import { entities } from '../src/persistence/entities.js';

describeSchema({ service: 'payment-link', migrations, entities });
