import { CUSTOMER_APP_STATUSES } from '@towpath/contracts';
import { describeStateMachine } from '@towpath/testing';
import { customerAppMachine } from './customer-app.transitions.js';

describeStateMachine(customerAppMachine, { statuses: CUSTOMER_APP_STATUSES, endless: true });
