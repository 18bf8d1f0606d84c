import { jest } from '@jest/globals';
import { visit } from '../dev/walk/gallery.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { EACH_SCREEN } from './each-screen.js';
import { HostedSite } from './hosted-site.js';
import { inspect, soundScreen, watchedVisitor } from './sound-screen.js';

jest.setTimeout(60_000);

let hosted: HostedSite;
let visitor: Awaited<ReturnType<typeof watchedVisitor>>;

beforeAll(async () => {
  hosted = await HostedSite.start();
  visitor = await watchedVisitor(hosted);
});
afterAll(() => hosted.stop());

it.each(EACH_SCREEN)(
  'the $page page is accessible and fits each width at "$name"',
  async (entry) => {
    const { context, faults } = visitor;
    const screen = await visit(entry, { site: hosted.site, context, speaker: speakerOf('en') });
    expect(faults.splice(0)).toEqual([]);
    expect(await inspect(screen)).toEqual(soundScreen(entry));
    await screen.page.close();
  },
);
