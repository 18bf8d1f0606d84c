import { PROPOSAL_STATES } from '@towpath/contracts/operator';
import { describeStateMachine } from '@towpath/testing';
import { proposalMachine } from './action-proposal.transitions.js';

describeStateMachine(proposalMachine, { statuses: PROPOSAL_STATES });
