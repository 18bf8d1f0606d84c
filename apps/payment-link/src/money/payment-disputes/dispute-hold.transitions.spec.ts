import { describeStateMachine } from '@towpath/testing';
import { disputeHoldMachine, routeToHold } from './dispute-hold.transitions.js';

// a dispute that was won may be contested again
describeStateMachine(disputeHoldMachine, { endless: true });

describe('the route of disputed money', () => {
  it.each([
    [null, 'HELD', ['hold']],
    [null, 'SETTLED', ['hold', 'settle']],
    ['HELD', 'HELD', []],
    ['HELD', 'RELEASED', ['release']],
    ['HELD', 'SETTLED', ['settle']],
    ['RELEASED', 'HELD', ['hold']],
    ['RELEASED', 'SETTLED', ['hold', 'settle']],
    ['SETTLED', 'RELEASED', ['reverse']],
    ['SETTLED', 'HELD', ['reverse', 'hold']],
  ] as const)('from %s to %s is %j', (from, to, route) => {
    expect(routeToHold(from, to)).toEqual(route);
  });
});
