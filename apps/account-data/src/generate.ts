import { describeService } from '@towpath/service';
import { accountDataService } from './account-data.service.js';

await describeService(accountDataService);
