import { PAYMENT_LINK_STATUSES } from '@towpath/contracts';
import { describeStateMachine } from '@towpath/testing';
import { attemptMachine } from '../payment-attempts/payment-attempt.transitions.js';
import { paymentLinkMachine } from './payment-link.transitions.js';

describeStateMachine(paymentLinkMachine, { statuses: PAYMENT_LINK_STATUSES });
describeStateMachine(attemptMachine);
