import { WEBHOOK_DELIVERY_STATUSES } from '@towpath/contracts';
import { describeStateMachine } from '@towpath/testing';
import { deliveryMachine } from './delivery.transitions.js';

describeStateMachine(deliveryMachine, { statuses: WEBHOOK_DELIVERY_STATUSES });
