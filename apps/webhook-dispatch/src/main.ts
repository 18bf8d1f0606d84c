import { runService } from '@towpath/service';
import { webhookDispatchService } from './webhook-dispatch.service.js';

await runService(webhookDispatchService);
