import { CARD_STATUSES } from '@towpath/contracts';
import { describeStateMachine } from '@towpath/testing';
import { cardMachine } from './stored-card.transitions.js';

describeStateMachine(cardMachine, { statuses: CARD_STATUSES });
