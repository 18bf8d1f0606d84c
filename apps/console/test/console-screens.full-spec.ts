import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { goTo, LOGINS, SCREENS, type Screen } from '../dev/walk/screens.js';
import { ConsoleSite, inspect, SOUND } from './console-site.js';

jest.setTimeout(120_000);

let site: ConsoleSite;
beforeAll(async () => {
  site = await ConsoleSite.start();
});
afterEach(() => site.closeTabs());
afterAll(() => site.stop());

const inspected = new Set<string>();

/** Whether its content, as a desktop has it, was not there before. */
async function isNew(page: Page): Promise<boolean> {
  const before = inspected.size;
  return inspected.add(await page.locator('body').innerHTML()).size > before;
}

type Role = Screen['roles'][number] | undefined;

const visits = [...SCREENS, ...LOGINS].flatMap((screen) =>
  (screen.roles.length > 0 ? screen.roles : [undefined]).map((role): [string, Role, Screen] => [
    screen.name,
    role,
    screen,
  ]),
);

it.each(visits)(
  'the screen %s is sound for %s on a phone and on a desktop, light and dark',
  async (_name, role, screen) => {
    const { page, faults } = await site.open(role);
    screen.prepare?.(site.fake);
    await goTo(page, screen);
    await isNew(page);
    expect(await inspect(page)).toEqual({ desktop: SOUND, phone: SOUND });
    await page.getByText(screen.shows).first().waitFor();
    // What is wrong stands on the screen itself.
    expect(await page.locator('.MuiSnackbar-root').allInnerTexts()).toEqual([]);
    expect(faults).toEqual([]);
  },
);

describe('every address', () => {
  const addresses = [...new Set(SCREENS.map(({ path }) => path))];
  const says = {
    viewer: 'Parked messages',
    operator: 'Approvals',
    stranger: 'printed it at its first run',
  };

  it.each([
    ['a viewer', 'viewer'],
    ['an operator', 'operator'],
    ['a stranger', undefined],
  ] as const)('is sound for %s', async (_who, role) => {
    const { page, faults, traffic } = await site.open(role);
    for (const path of addresses) {
      await page.goto(path);
      await page
        .getByText(says[role ?? 'stranger'])
        .first()
        .waitFor();
      await traffic.rest();
      // The title comes after the content, from a place of its own.
      if (role) await page.locator('#react-admin-title:not(:empty)').waitFor();
      const acts = page.getByRole('dialog').or(page.getByRole('button', { name: 'Actions' }));
      if (role !== 'operator') expect([path, await acts.count()]).toEqual([path, 0]);
      // Of what was inspected before, nothing new is to be found.
      if (await isNew(page)) {
        const found = await inspect(page);
        expect([path, found]).toEqual([path, { desktop: SOUND, phone: SOUND }]);
      }
      expect([path, faults]).toEqual([path, []]);
    }
  });
});

describe('who may do what', () => {
  it('a viewer sees masked members without a way to unmask them, and no audit in the menu', async () => {
    const { page } = await site.open('viewer');
    const resource = SCREENS.find(({ name }) => name === 'resource');
    if (!resource) throw new Error('there is no resource');
    await goTo(page, resource);
    expect(await page.getByText('•••').count()).toBe(4);
    expect(await page.getByRole('button', { name: /^Show / }).count()).toBe(0);
    expect(await page.getByRole('menuitem', { name: 'Audit' }).count()).toBe(0);
  });

  it('a session that ends elsewhere leads to the login at the next request', async () => {
    const { page, faults } = await site.open('viewer');
    await page.goto('/payment');
    await page.getByText('MANDATE ****8410').first().waitFor();
    site.fake.role = undefined;
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await page.getByText('printed it at its first run').waitFor();
    expect(faults).toEqual([]);
  });

  it('a logout carries the token of the session and leaves nothing behind', async () => {
    const { page } = await site.open('admin');
    await page.goto('/');
    await page.getByRole('button', { name: /who you are|Profile/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByText('printed it at its first run').waitFor();
    expect(site.fake.role).toBeUndefined();
  });
});

describe('a timeline', () => {
  it('hides the kinds that are switched off', async () => {
    const { page } = await site.open('viewer');
    const resource = SCREENS.find(({ name }) => name === 'resource');
    if (!resource) throw new Error('there is no resource');
    await goTo(page, resource);
    await page.getByRole('button', { name: 'Deliveries' }).click();
    expect(await page.getByText('POST 503').count()).toBe(0);
    expect(await page.getByText('SUBMITTED → EXECUTED').count()).toBe(1);
  });
});

it('a list goes to its next page by the cursor, newest first', async () => {
  const { page } = await site.open('viewer');
  await page.goto('/payment');
  await page.getByText('MANDATE ****8410').first().waitFor();
  site.fake.asked.length = 0;
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await page.getByText('26-50').waitFor();
  expect(site.fake.asked).toContain('GET /console/api/resources/payment?limit=25&after=25');
});
