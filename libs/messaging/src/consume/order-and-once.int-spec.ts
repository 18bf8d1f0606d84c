import { eventually } from '@towpath/testing';
import { ParcelStage } from '../specimen/parcel-stage.fixture.js';

let stage: ParcelStage;
beforeEach(async () => {
  stage = await ParcelStage.open();
});
afterEach(() => stage.close());

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('handles the events of each aggregate in their order, each once', async () => {
  const parcels = range(20).map((n) => `parcel-${n}`);
  for (const step of range(15)) {
    await stage.publish(...parcels.map((parcel) => stage.message(parcel, step)));
  }
  stage.consumer(stage.record).start();
  for (const parcel of parcels) {
    await eventually(async () => (await stage.effects(parcel)).length >= 15, {
      deadlineMs: 30_000,
    });
    expect(await stage.effects(parcel)).toEqual(range(15));
  }
}, 60_000);

it('takes effect once for an event that Kafka has twice', async () => {
  const twice = stage.message('p', 1);
  await stage.publish(twice, twice, stage.message('p', 2));
  await stage.publish(twice);
  await stage.publish(stage.message('p', 3));
  stage.consumer(stage.record).start();
  await eventually(async () => (await stage.effects('p')).includes(3), { deadlineMs: 20_000 });
  expect(await stage.effects('p')).toEqual([1, 2, 3]);
}, 40_000);
