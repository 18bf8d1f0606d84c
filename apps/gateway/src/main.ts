import { runService } from '@towpath/service';
import { gatewayService } from './gateway.service.js';
import { prepareGateway } from './prepare-gateway.js';

await runService(gatewayService, prepareGateway);
