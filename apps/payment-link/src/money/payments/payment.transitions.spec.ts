import { PAYMENT_STATUSES } from '@towpath/contracts';
import { describeStateMachine } from '@towpath/testing';
import { paymentMachine } from './payment.transitions.js';

describeStateMachine(paymentMachine, { statuses: PAYMENT_STATUSES });
