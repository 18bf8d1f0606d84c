import { describeService } from '@towpath/service';
import { mandateService } from './mandate.service.js';

await describeService(mandateService);
