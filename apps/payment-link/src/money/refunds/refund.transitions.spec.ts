import { describeStateMachine } from '@towpath/testing';
import { refundMachine } from './refund.transitions.js';

describeStateMachine(refundMachine);
