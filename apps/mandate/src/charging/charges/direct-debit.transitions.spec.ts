import { describeStateMachine } from '@towpath/testing';
import { directDebitMachine } from './direct-debit.transitions.js';

describeStateMachine(directDebitMachine, { endless: true });
