import { compressLists } from '@towpath/http';
import { runService } from '@towpath/service';
import { accountDataService } from './account-data.service.js';

await runService(accountDataService, compressLists);
