import { compressLists } from '@towpath/http';
import { runService } from '@towpath/service';
import { mandateService } from './mandate.service.js';

await runService(mandateService, compressLists);
