import { defineStateMachine, DomainError } from '@towpath/kernel';
import { describeStateMachine } from './describe-state-machine.js';
import { moveFaults, tableFaults } from './state-machine-faults.js';

const door = defineStateMachine({
  name: 'door',
  states: ['OPEN', 'SHUT', 'BROKEN'],
  commands: ['build', 'close', 'open', 'break'],
  refusal: 'INVALID_REQUEST',
  edges: [
    { from: null, command: 'build', to: 'OPEN', event: 'door.built', when: 'It is new.' },
    { from: 'OPEN', command: 'close', to: 'SHUT', event: 'door.closed', when: 'Pushed.' },
    { from: 'SHUT', command: 'open', to: 'OPEN', event: 'door.opened', when: 'Pulled.' },
    { from: 'SHUT', command: 'break', to: 'BROKEN', event: 'door.broken', when: 'Kicked.' },
    { from: 'OPEN', command: 'break', to: 'BROKEN', event: 'door.broken', when: 'Kicked.' },
  ],
});

describeStateMachine(door, { statuses: ['OPEN', 'SHUT', 'BROKEN'] });

describe('the suite of state machines reports', () => {
  const edges = [...door.edges];

  it('a status without a node and a node without a status', () => {
    expect(tableFaults(door, ['OPEN', 'SHUT', 'AJAR'])).toEqual([
      'status AJAR is no node of the table',
      'node BROKEN is no status',
    ]);
  });

  it('an event that leads to two statuses', () => {
    const odd = { ...edges[1], from: 'BROKEN', event: 'door.opened' } as (typeof edges)[0];
    expect(tableFaults({ ...door, edges: [...edges, odd] })).toEqual([
      'door.opened leads to OPEN and to SHUT',
    ]);
  });

  it('no fault for a creation that begins elsewhere', () => {
    const shut = { ...edges[0], command: 'close', to: 'SHUT' } as (typeof edges)[0];
    expect(tableFaults({ ...door, edges: [...edges, shut] })).toEqual([]);
  });

  it('a correction that borrows the event of a decision', () => {
    const odd = { ...edges[1], from: 'BROKEN', correction: true } as (typeof edges)[0];
    expect(tableFaults({ ...door, edges: [...edges, odd] })).toEqual([
      'door.closed is the event of a decision and of a correction',
    ]);
  });

  it('a command without an edge', () => {
    const commands = [...door.commands, 'paint'] as unknown as typeof door.commands;
    expect(tableFaults({ ...door, commands })).toEqual(['command paint has no edge']);
  });

  it('a machine that allows or refuses other moves than its table', () => {
    const lenient = { ...door, can: () => true };
    expect(moveFaults(lenient, 'BROKEN')).toContain('can(open) is true');
    const wrongCode = {
      ...door,
      move: () => {
        throw new DomainError('ROUTE_NOT_FOUND', 'No.');
      },
    };
    expect(moveFaults(wrongCode, 'SHUT')).toContain(
      'open: refuses with ROUTE_NOT_FOUND, the table: moves to OPEN',
    );
  });
});
