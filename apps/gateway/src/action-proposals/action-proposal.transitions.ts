import { defineStateMachine } from '@towpath/kernel';

const PROPOSAL_STATES = ['OPEN', 'DONE', 'DECLINED', 'EXPIRED', 'REFUSED'] as const;
type ProposalState = (typeof PROPOSAL_STATES)[number];

export type ProposalCommand = 'propose' | 'approve' | 'refuse' | 'decline' | 'expire';

export const proposalMachine = defineStateMachine<ProposalState, ProposalCommand>({
  name: 'proposal of an action',
  states: PROPOSAL_STATES,
  refusal: 'INVALID_REQUEST',
  edges: [
    { from: null, command: 'propose', to: 'OPEN', when: 'it is too much for one person' },
    { from: 'OPEN', command: 'approve', to: 'DONE', when: 'another operator approved it' },
    { from: 'OPEN', command: 'refuse', to: 'REFUSED', when: 'approved, but its service refused' },
    { from: 'OPEN', command: 'decline', to: 'DECLINED', when: 'declined, or withdrawn' },
    { from: 'OPEN', command: 'expire', to: 'EXPIRED', when: 'nobody approved it for 24 hours' },
  ],
});
