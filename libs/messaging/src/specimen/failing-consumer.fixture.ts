import 'reflect-metadata';
import { ParcelStage, type ParcelHandler, type Scene } from './parcel-stage.fixture.js';

// A consumer that is killed right after the commit of one effect, before its offset is committed.
// Run as a process of its own: node failing-consumer.fixture.js <scene as JSON> <step>

const [sceneJson = '', step = ''] = process.argv.slice(2);
const stage = ParcelStage.join(JSON.parse(sceneJson) as Scene);
const die: ParcelHandler = async (payload, context) => {
  await stage.record(payload, context);
  if (payload.step !== Number(step)) return;
  context.tx.afterCommit(() => process.kill(process.pid, 'SIGKILL'));
};
// Kafka waits so long for a member that it does not know to be gone.
const member = { instance: stage.group, sessionTimeoutMs: 120_000 };
stage.consumer(die, {}, member).start();
