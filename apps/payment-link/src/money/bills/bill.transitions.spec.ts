import { describeStateMachine } from '@towpath/testing';
import { billMachine } from './bill.transitions.js';

describeStateMachine(billMachine);
