import {
  CARD_DISPUTE_COMMANDS,
  CARD_DISPUTE_STATES,
  cardDisputeMachine,
} from './card-dispute.transitions.js';

describe('the machine of simulated disputes', () => {
  it('a simulated dispute allows exactly these moves', () => {
    const possible = [null, ...CARD_DISPUTE_STATES].flatMap((from) =>
      CARD_DISPUTE_COMMANDS.filter((command) => cardDisputeMachine.can(from, command)).map(
        (command) => `${from ?? '-'} ${command} ${cardDisputeMachine.move(from, command).to}`,
      ),
    );
    expect(possible).toEqual([
      '- open OPEN',
      '- open_closed CLOSED_TO_DEFENCE',
      'OPEN take_evidence UNDER_REVIEW',
      'OPEN accept ACCEPTED',
      'OPEN win WON',
      'OPEN lose LOST',
      'CLOSED_TO_DEFENCE lose LOST',
      'UNDER_REVIEW win WON',
      'UNDER_REVIEW lose LOST',
      'WON reopen OPEN',
    ]);
  });
});
