import { jest } from '@jest/globals';
import { sharedSystem } from '@towpath/local-system';
import { MandateRaces, SCENES } from './mandate-races.fixture.js';

jest.setTimeout(400_000);

const SEEDS = [37, 53, 97];

let races: MandateRaces;
beforeAll(async () => {
  races = await MandateRaces.open(await sharedSystem());
});

describe.each(Object.entries(SCENES))('64 requests at once about a mandate %s', (_, scene) => {
  it.each(SEEDS)('end in one legal state with its events (seed %d)', async (seed) => {
    await races.run(await scene(races, seed), seed);
  });
});
