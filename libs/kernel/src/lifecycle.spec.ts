import { Lifecycle } from './lifecycle.js';
import { defineStateMachine, type Edge } from './state-machine.js';

type State = 'OPEN' | 'DONE';
type Command = 'create' | 'finish';
type Event = 'thing.created' | 'thing.finished';

const edges: Edge<State, Command, Event>[] = [
  { from: null, command: 'create', to: 'OPEN', event: 'thing.created', when: 'created' },
  { from: 'OPEN', command: 'finish', to: 'DONE', event: 'thing.finished', when: 'finished' },
];

const machineOf = (lines: Edge<State, Command, Event>[]) =>
  defineStateMachine<State, Command, Event>({
    name: 'thing',
    states: ['OPEN', 'DONE'],
    commands: ['create', 'finish'],
    refusal: 'INVALID_PAYMENT_STATUS',
    edges: lines,
  });

const machine = machineOf(edges);
const at = new Date('2026-01-01T00:00:00Z');

describe('Lifecycle', () => {
  it('has no status before it is created', () => {
    expect(() => new Lifecycle(machine, null).status).toThrow('no status yet');
  });

  it('keeps each move with its place in the sequence', () => {
    const lifecycle = new Lifecycle(machine, null);
    lifecycle.move('create', at);
    lifecycle.move('finish', at, 'asked for');
    expect(lifecycle.changes).toEqual([
      expect.objectContaining({ from: null, to: 'OPEN', sequence: 1, reason: null }),
      expect.objectContaining({ from: 'OPEN', to: 'DONE', sequence: 2, reason: 'asked for' }),
    ]);
    expect([lifecycle.status, lifecycle.sequence]).toEqual(['DONE', 2]);
  });

  it('continues the sequence of a stored aggregate', () => {
    const lifecycle = new Lifecycle(machine, { status: 'OPEN', sequence: 7 });
    expect(lifecycle.move('finish', at).sequence).toBe(8);
  });

  it('refuses a move outside the table and changes nothing', () => {
    const lifecycle = new Lifecycle(machine, { status: 'DONE', sequence: 2 });
    expect(() => lifecycle.move('finish', at)).toThrow(
      expect.objectContaining({ code: 'INVALID_PAYMENT_STATUS' }),
    );
    expect([lifecycle.changes.length, lifecycle.sequence]).toEqual([0, 2]);
  });

  it('refuses a machine that publishes only some of its edges', () => {
    const half = machineOf(edges.map((e) => (e.command === 'finish' ? { ...e, event: null } : e)));
    expect(() => new Lifecycle(half, null)).toThrow('sequences have gaps');
  });
});
