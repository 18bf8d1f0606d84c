import { defineStateMachine, Lifecycle, type StateChange } from '@towpath/kernel';
import { Metrics } from '@towpath/observability';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { moveMetrics } from '../persistence.module.js';
import { PgTransactions } from './pg-transactions.js';
import { WriteBatch } from './write-batch.js';

const machine = defineStateMachine({
  name: 'parcel',
  states: ['PACKED', 'SENT'],
  commands: ['pack', 'send'],
  refusal: 'INVALID_PAYMENT_STATUS',
  edges: [
    { from: null, command: 'pack', to: 'PACKED', event: null, when: 'packed' },
    { from: 'PACKED', command: 'send', to: 'SENT', event: null, when: 'sent' },
  ],
});

let database: TestDatabase;
let specimen: Specimen;
let metrics: Metrics;
let transactions: PgTransactions;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});
beforeEach(() => {
  metrics = new Metrics('specimen');
  const { appPool, workerPool } = specimen;
  transactions = new PgTransactions({ appPool, workerPool, onMoved: moveMetrics(metrics) });
});

function movesOf(parcel: string): readonly StateChange[] {
  const lifecycle = new Lifecycle(machine, null);
  lifecycle.move('pack', new Date());
  lifecycle.move('send', new Date(), parcel);
  return lifecycle.changes;
}

const row = (parcel: string) => ({
  customer_app_id: specimen.ours,
  parcel_id: parcel,
  status: 'OPEN',
});

const counted = async () =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('state_machine_moves'));

const write = (batch: WriteBatch, after?: () => never) =>
  transactions.forApp(specimen.ours, async (tx) => {
    tx.write(batch);
    after?.();
  });

describe('state_machine_moves_total', () => {
  it('counts each move of a committed batch by machine, from and to', async () => {
    for (const parcel of ['one', 'two']) {
      const batch = new WriteBatch().insert('parcels', row(parcel));
      batch.moves.push(...movesOf(parcel));
      await write(batch);
    }
    expect(await counted()).toEqual([
      'state_machine_moves_total{machine="parcel",from="none",to="PACKED",service="specimen"} 2',
      'state_machine_moves_total{machine="parcel",from="PACKED",to="SENT",service="specimen"} 2',
    ]);
  });

  it('counts a move that has no history row', async () => {
    await transactions.asWorker(async (tx) => tx.moved(machine, machine.move('PACKED', 'send')));
    expect(await counted()).toEqual([
      'state_machine_moves_total{machine="parcel",from="PACKED",to="SENT",service="specimen"} 1',
    ]);
  });

  it('counts nothing that was rolled back', async () => {
    const batch = new WriteBatch().insert('parcels', row('three'));
    batch.moves.push(...movesOf('three'));
    const failing = write(batch, () => {
      throw new Error('after the write');
    });
    await expect(failing).rejects.toThrow('after the write');
    const sending = transactions.asWorker(async (tx) => {
      tx.moved(machine, machine.move('PACKED', 'send'));
      throw new Error('after the move');
    });
    await expect(sending).rejects.toThrow('after the move');
    expect(await counted()).toEqual([]);
  });
});
