import { describeService } from '@towpath/service';
import { disputeService } from './dispute.service.js';

await describeService(disputeService);
