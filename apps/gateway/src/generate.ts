import { describeService } from '@towpath/service';
import { gatewayService } from './gateway.service.js';

await describeService(gatewayService);
