/** @takes 20 s */
import { jest } from '@jest/globals';
import type { Entry } from '../dev/walk/gallery.js';
import { ahead } from './ahead.js';
import { EACH_SCREEN } from './each-screen.js';
import { HostedSite } from './hosted-site.js';
import { inspect, soundScreen } from './sound-screen.js';
import { WatchedVisitor } from './watched-visitor.js';

jest.setTimeout(60_000);

let hosted: HostedSite;
let inspected: (entry: Entry) => Promise<object>;

beforeAll(async () => {
  hosted = await HostedSite.start();
  const visitor = await WatchedVisitor.of(hosted);
  inspected = ahead(EACH_SCREEN, async (entry) => {
    const { screen, leave } = await visitor.visit(entry);
    return { ...(await inspect(screen)), faults: await leave() };
  });
});
afterAll(() => hosted.stop());

it.each(EACH_SCREEN)(
  'the $page page is accessible and fits each width at "$name"',
  async (entry) => {
    expect(await inspected(entry)).toEqual({ ...soundScreen(entry), faults: [] });
  },
);
