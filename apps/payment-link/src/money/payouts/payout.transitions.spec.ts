import { describeStateMachine } from '@towpath/testing';
import { payoutMachine } from './payout.transitions.js';

describeStateMachine(payoutMachine);
