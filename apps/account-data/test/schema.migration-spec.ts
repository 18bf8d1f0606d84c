import { describeSchema } from '@towpath/testing';
import { accountDataService } from '../src/account-data.service.js';

const { migrations, tables } = accountDataService;
describeSchema({ service: 'account-data', migrations, tables });
