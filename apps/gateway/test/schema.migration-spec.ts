import { describeSchema } from '@towpath/testing';
import { gatewayService } from '../src/gateway.service.js';

const { migrations, tables } = gatewayService;
describeSchema({ service: 'gateway', migrations, tables });
