import { DomainError } from '@towpath/kernel';
import type { FastifyInstance } from 'fastify';
import { escaped, PLAIN_PAGE_HEADERS, plainPage } from '../console-sessions/plain-page.js';
import { internalUrls, type GatewayConfig } from '../gateway.config.js';
import { pageRoute } from './page-files.js';
import { readFile } from 'node:fs/promises';

const PROBE_MS = 1_000;
/** Anybody may ask: services are asked this often at most. */
const KEPT_MS = 2_000;

/** Whether each service is ready, by name. */
type Health = readonly (readonly [name: string, isReady: boolean])[];

/** What a browser sees at the address of the API: what runs, and where to go on. */
export function registerFirstScreen(server: FastifyInstance, config: GatewayConfig): void {
  const probes = Object.entries(internalUrls(config));
  let kept: { readonly health: Promise<Health>; readonly until: number } | undefined;
  const health = (): Promise<Health> => {
    const now = performance.now();
    if (!kept || kept.until < now) kept = { health: healthOf(probes), until: now + KEPT_MS };
    return kept.health;
  };
  pageRoute(server, '/', async ({ headers }, reply) => {
    // Programs get what they get at each path that is none.
    if (!headers.accept?.includes('text/html')) {
      throw new DomainError('ROUTE_NOT_FOUND', 'There is no GET on this path.');
    }
    const body = bodyOf({ config, health: await health(), tour: await tourOf(config) });
    return reply.headers(PLAIN_PAGE_HEADERS).send(plainPage({ title: 'Towpath', body }));
  });
}

async function healthOf(probes: readonly (readonly [string, string])[]): Promise<Health> {
  const asked = probes.map(async ([name, url]): Promise<readonly [string, boolean]> => {
    const signal = AbortSignal.timeout(PROBE_MS);
    const isReady = await fetch(`${url}/health/ready`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    return [name, isReady];
  });
  return [['gateway', true], ...(await Promise.all(asked))];
}

/** Written by `npm start` when everything runs. */
function tourOf({ tourFile }: GatewayConfig): Promise<string> {
  return tourFile === undefined ? Promise.resolve('') : readFile(tourFile, 'utf8').catch(() => '');
}

interface Shown {
  readonly config: GatewayConfig;
  readonly health: Health;
  readonly tour: string;
}

function bodyOf({ config, health, tour }: Shown): string {
  const { publicConsoleUrl, publicApiUrl } = config;
  const links = [
    ...(publicConsoleUrl ? [anchor({ name: 'Operations console', url: publicConsoleUrl })] : []),
    anchor({ name: 'Guides', url: '/guides/' }),
    anchor({ name: 'API reference', url: '/docs' }),
    anchor({ name: 'OpenAPI document', url: '/openapi.json' }),
  ];
  const ready = health.filter(([, isReady]) => isReady).length;
  const services = health.map(([name, isReady]) => `<span>${name}</span>${mark(isReady)}`);
  return [
    `<p>Payments, mandates and account data. The API is at ${escaped(publicApiUrl)}.</p>`,
    section({ title: 'Where to go', body: list(links) }),
    section({ title: `${ready} of ${health.length} services are ready`, body: list(services) }),
    ...(tour === ''
      ? []
      : [section({ title: 'A first payment link', body: `<pre>${escaped(tour)}</pre>` })]),
  ].join('\n');
}

const anchor = ({ name, url }: { readonly name: string; readonly url: string }): string =>
  `<a href="${escaped(url)}">${name}</a>`;
const mark = (isReady: boolean): string =>
  isReady ? '<span class="good">ready</span>' : '<span class="bad">not ready</span>';
const list = (rows: readonly string[]): string =>
  `<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`;
const section = ({ title, body }: { readonly title: string; readonly body: string }): string =>
  `<section><h2>${title}</h2>${body}</section>`;
