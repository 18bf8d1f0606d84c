import { jest } from '@jest/globals';
import { temporaryFolder, workspaceRoot } from '@towpath/local-system';
import { launchBrowser } from '@towpath/testing';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

jest.setTimeout(120_000);

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
const folder = temporaryFolder();
let ready: Server;
let gateway: RunningGateway;
beforeAll(async () => {
  ready = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(ready, 'listening');
  const tourFile = join(folder, 'tour.txt');
  writeFileSync(
    tourFile,
    `curl -s https://api.example.com/payment_links -d '{"mode": "<PAYMENT>"}'`,
  );
  gateway = await startGateway({
    TOUR_FILE: tourFile,
    PAYMENT_LINK_INTERNAL_URL: `http://127.0.0.1:${(ready.address() as AddressInfo).port}`,
  });
});
afterAll(async () => {
  await gateway?.stop();
  ready.close();
  rmSync(folder, { recursive: true });
});

it.each(Object.entries(SIZES))('a browser on a %s sees what runs', async (name, viewport) => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('requestfailed', (request) => complaints.push(request.url()));
    await page.goto(gateway.publicUrl);
    const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    expect(await rowOf('gateway').innerText()).toMatch(/\sready$/);
    expect(await rowOf('payment-link').innerText()).toMatch(/link\s+ready$/);
    expect(await rowOf('mandate').innerText()).toMatch(/not ready$/);
    expect(await page.locator('pre').innerText()).toContain('"<PAYMENT>"');
    const { width } = viewport;
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const shots = join(workspaceRoot(), '.cache/screenshots');
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `first-screen-${name}.png`), fullPage: true });
    const target = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    expect(await target('API reference')).toBe('/docs');
    expect(await target('Guides')).toBe('/guides/');
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

it('a program gets the refusal of a path that is none', async () => {
  const answer = await fetch(gateway.publicUrl, { headers: { accept: 'application/json' } });
  expect(answer.status).toBe(404);
  const { error } = (await answer.json()) as { error: { error_code: string } };
  expect(error.error_code).toBe('ROUTE_NOT_FOUND');
});
