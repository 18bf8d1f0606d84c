import { describeSchema } from '@towpath/testing';
import { mandateService } from '../src/mandate.service.js';

const { migrations, tables } = mandateService;
describeSchema({ service: 'mandate', migrations, tables });
