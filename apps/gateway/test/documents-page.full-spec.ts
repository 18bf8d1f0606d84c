import { jest } from '@jest/globals';
import { workspaceRoot } from '@towpath/local-system';
import { eventually, launchBrowser } from '@towpath/testing';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

jest.setTimeout(120_000);

describe('the page of the API documents', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('works in a browser under a policy that allows no foreign script', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      const foreign: string[] = [];
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(gateway.publicUrl) && !url.startsWith('data:')) foreign.push(url);
      });
      const answer = await page.goto(`${gateway.publicUrl}/docs`);
      expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");
      await page.getByText('/auth/customer/token').first().waitFor();
      await page.locator('#operations-Authentication-generateCustomerAccessToken').click();
      await page.getByText('client_secret').first().waitFor();
      const shots = join(workspaceRoot(), '.cache/screenshots');
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: join(shots, 'docs.png') });
      // operations are drawn as they come into sight
      const created = page.getByText('Create a payment link', { exact: false }).first();
      await eventually(async () => {
        await page.mouse.wheel(0, 600);
        return created.isVisible();
      });
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
