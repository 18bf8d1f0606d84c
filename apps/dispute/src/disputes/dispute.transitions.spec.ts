import { describeStateMachine } from '@towpath/testing';
import { disputeMachine } from './dispute.transitions.js';

// the processor may correct any decision
describeStateMachine(disputeMachine, { endless: true });
