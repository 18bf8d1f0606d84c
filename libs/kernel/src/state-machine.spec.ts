import { defineStateMachine, type Edge } from './state-machine.js';

type State = 'OPEN' | 'DONE';
type Command = 'create' | 'finish';

const create: Edge<State, Command, 'thing.created'> = {
  from: null,
  command: 'create',
  to: 'OPEN',
  event: 'thing.created',
  when: 'created',
};
const finish: Edge<State, Command, never> = {
  from: 'OPEN',
  command: 'finish',
  to: 'DONE',
  event: null,
  when: 'finished',
};

function machine(edges: Edge<State, Command, string>[], readOnlyStates: State[] = []) {
  return defineStateMachine<State, Command, string>({
    name: 'thing',
    states: ['OPEN', 'DONE'],
    commands: ['create', 'finish'],
    refusal: 'INVALID_PAYMENT_STATUS',
    edges,
    readOnlyStates,
  });
}

describe('defineStateMachine', () => {
  it('moves along an edge', () => {
    expect(machine([create, finish]).move('OPEN', 'finish')).toEqual(finish);
  });

  it('refuses a pair without an edge, with the code of the machine', () => {
    expect(() => machine([create, finish]).move('DONE', 'finish')).toThrow(
      expect.objectContaining({ code: 'INVALID_PAYMENT_STATUS' }),
    );
  });

  it('knows its terminal states', () => {
    const { isTerminal } = machine([create, finish]);
    expect([isTerminal('OPEN'), isTerminal('DONE')]).toEqual([false, true]);
  });

  it('refuses two edges for one state and command', () => {
    expect(() => machine([create, finish, { ...finish, to: 'OPEN' }])).toThrow('two edges');
  });

  it('refuses a state that no edge enters', () => {
    expect(() => machine([create])).toThrow('no edge enters DONE');
  });

  it('refuses an edge that enters a read-only state', () => {
    expect(() => machine([create, finish], ['DONE'])).toThrow('DONE is never written');
  });
});
