import { Aggregate } from './aggregate.js';
import { defineStateMachine } from './state-machine.js';

const machine = defineStateMachine({
  name: 'thing',
  states: ['OPEN', 'DONE'],
  refusal: 'INVALID_PAYMENT_STATUS',
  edges: [
    { from: null, command: 'create', to: 'OPEN', when: 'created' },
    { from: ['OPEN', 'DONE'], command: 'finish', to: 'DONE', when: 'finished' },
  ],
});

interface Snapshot {
  readonly status: 'OPEN' | 'DONE';
  readonly sequence: number;
  readonly updatedAt: Date;
  readonly note: string;
}

class Thing extends Aggregate<Snapshot, typeof machine> {
  static planned(at: Date): Thing {
    return new Thing(machine, { updatedAt: at, note: '' });
  }

  static create(at: Date): Thing {
    const thing = Thing.planned(at);
    thing.move('create', at);
    return thing;
  }

  static restore(snapshot: Snapshot): Thing {
    return new Thing(machine, snapshot);
  }

  finish(at: Date, note: string): void {
    this.move('finish', at);
    this.set({ note });
  }
}

const at = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');

describe('an aggregate', () => {
  it('has the status, the count and the time of its moves in its snapshot', () => {
    const thing = Thing.create(at);
    thing.finish(later, 'all of it');
    const wanted = { status: 'DONE', sequence: 2, updatedAt: later, note: 'all of it' };
    expect(thing.snapshot).toEqual(wanted);
    expect(thing.changes.map(({ from, command }) => [from, command])).toEqual([
      [null, 'create'],
      ['OPEN', 'finish'],
    ]);
  });

  it('begins with its first move', () => {
    expect(Thing.planned(at).hasBegun).toBe(false);
    expect(Thing.create(at).hasBegun).toBe(true);
  });

  it('comes back as it was stored, without moves', () => {
    const stored = Thing.create(at).snapshot;
    const thing = Thing.restore(stored);
    expect([thing.snapshot, thing.changes]).toEqual([stored, []]);
  });

  it('takes an edge from each status that one line lists', () => {
    const thing = Thing.create(at);
    thing.finish(later, 'once');
    thing.finish(later, 'twice');
    expect(thing.changes.at(-1)).toMatchObject({ from: 'DONE', to: 'DONE', sequence: 3 });
  });
});
