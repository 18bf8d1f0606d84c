import { runService } from '@towpath/service';
import { accountDataService } from './account-data.service.js';
import { compressLists } from './institutions/compress-lists.js';

await runService(accountDataService, compressLists);
