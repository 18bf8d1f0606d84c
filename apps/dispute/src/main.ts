import { runService } from '@towpath/service';
import { disputeService } from './dispute.service.js';

await runService(disputeService);
