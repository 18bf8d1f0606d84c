import {
  AUTHORIZATION_COMMANDS,
  AUTHORIZATION_STATES,
  authorizationMachine,
  type AuthorizationCommand,
  type AuthorizationState,
} from './authorization.transitions.js';

const allowed: Readonly<Record<AuthorizationState | 'none', readonly AuthorizationCommand[]>> = {
  none: ['authorize', 'decline', 'challenge', 'defer'],
  REQUIRES_ACTION: ['approve', 'refuse', 'void'],
  PENDING: ['settle', 'void'],
  AUTHORIZED: ['capture', 'fail_capture', 'void'],
  DECLINED: [],
  CAPTURED: ['lose_capture', 'refund_part', 'refund_rest', 'reverse_refund'],
  CAPTURE_FAILED: [],
  VOIDED: [],
  REFUNDED: ['reverse_refund'],
};

const froms = [null, ...AUTHORIZATION_STATES] as const;
const pairs = froms.flatMap((from) =>
  AUTHORIZATION_COMMANDS.map((command) => [from, command] as const),
);

describe('authorization machine', () => {
  it.each(pairs)('%s × %s', (from, command) => {
    expect(authorizationMachine.can(from, command)).toBe(allowed[from ?? 'none'].includes(command));
  });

  it('a move that is not allowed is refused with its own code', () => {
    expect(() => authorizationMachine.move('VOIDED', 'capture')).toThrow('INVALID_PAYMENT_STATUS');
  });

  it('the final states allow no move', () => {
    const terminal = AUTHORIZATION_STATES.filter((state) => authorizationMachine.isTerminal(state));
    expect(terminal).toEqual(['DECLINED', 'CAPTURE_FAILED', 'VOIDED']);
  });
});
