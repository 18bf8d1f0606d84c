import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { FakeBackend } from './fake/fake-backend.js';
import { PAY_SCENARIOS } from './fake/scenarios.js';

const PAGES_DIR = fileURLToPath(new URL('./fake/gateway-pages', import.meta.url));

/** Development only: `/hosted/pay?scenario=success` opens a link of the fake backend. */
export function fakeBackendPlugin(): Plugin {
  return {
    name: 'towpath:fake-backend',
    apply: 'serve',
    async configureServer(server) {
      const pageUrl = () =>
        new URL('pay', server.resolvedUrls?.local[0] ?? 'http://localhost').href;
      const backend = new FakeBackend(PAGES_DIR, { pageUrl });
      await backend.gateway.start();
      server.httpServer?.once('close', () => void backend.gateway.stop());
      server.middlewares.use((request, response, next) => {
        backend.handle(request, response).then((handled) => {
          if (!handled) next();
        }, next);
      });
      server.config.logger.info(`scenarios: ${Object.keys(PAY_SCENARIOS).join(', ')}`);
    },
  };
}
