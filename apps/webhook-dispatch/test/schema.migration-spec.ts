import { describeSchema } from '@towpath/testing';
import { webhookDispatchService } from '../src/webhook-dispatch.service.js';

const { migrations, tables } = webhookDispatchService;
describeSchema({ service: 'webhook-dispatch', migrations, tables });
