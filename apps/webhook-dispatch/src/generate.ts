import { describeService } from '@towpath/service';
import { webhookDispatchService } from './webhook-dispatch.service.js';

await describeService(webhookDispatchService);
