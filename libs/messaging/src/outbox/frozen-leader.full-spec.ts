import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '@towpath/testing';
import { EventProbe, type ProbedEvent } from '../kafka/event-probe.js';
import { ParcelStage } from '../specimen/parcel-stage.fixture.js';

let stage: ParcelStage;
let probe: EventProbe;
beforeEach(async () => {
  stage = await ParcelStage.open();
  const topics = [stage.events.topic];
  probe = await EventProbe.start({ brokers: [stage.brokers], topics, from: 'beginning' });
});
afterEach(async () => {
  await probe.stop();
  await stage.close();
});

const stepOf = (event: ProbedEvent) => (event.payload as { step: number }).step;
const of = (parcel: string) => (event: ProbedEvent) => event.key === parcel;
const firsts = (events: readonly ProbedEvent[]) => [
  ...new Map(events.map((event) => [event.headers['ce_id'], event])).values(),
];

describe('a frozen leader of the relays', () => {
  it('is replaced within 10 s, and its late writes do no harm', async () => {
    const script = fileURLToPath(
      new URL('../../dist/specimen/frozen-relay.fixture.js', import.meta.url),
    );
    await stage.commit('p', 1);
    const args = [script, JSON.stringify(stage.scene)];
    const frozen = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const said: string[] = [];
    frozen.stdout.on('data', (text: Buffer) => said.push(String(text)));
    try {
      await eventually(() => said.join('').includes('holds a batch'), { deadlineMs: 20_000 });
      const follower = stage.relay();
      follower.start();
      await eventually(() => follower.leads, { deadlineMs: 10_000 });
      await stage.commit('p', 2);
      await probe.waitFor(of('p'), { count: 2 });
      stage.consumer(stage.record).start();
      frozen.kill('SIGCONT');
      await eventually(() => said.join('').includes('published late'), { deadlineMs: 20_000 });
      await stage.commit('p', 3);
      await eventually(async () => (await stage.effects('p')).includes(3), { deadlineMs: 20_000 });
      expect(follower.leads).toBe(true);
      expect(await stage.unpublished()).toBe(0);
      expect(firsts(probe.received).map(stepOf)).toEqual([1, 2, 3]);
      expect(await stage.effects('p')).toEqual([1, 2, 3]);
    } finally {
      frozen.kill('SIGKILL');
    }
  }, 60_000);
});
