import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BodyIntake, InternalClient, KEYED_PROCESSORS, LOGGER } from '@towpath/http';
import { ShutdownHooks, type Logger } from '@towpath/observability';
import { CustomerAppViews } from '@towpath/persistence';
import type { FastifyInstance } from 'fastify';
import { registerConsolePages } from './console/console-pages.js';
import { registerDocuments } from './documents/documents.js';
import { registerGuides } from './documents/guides.js';
import { originsOf, publicUrls, type GatewayConfig } from './gateway.config.js';
import { embeddedBankLinkOf } from './pages/embedded-link.js';
import { registerFirstScreen } from './pages/first-screen.js';
import { FrameAncestors } from './pages/frame-ancestors.js';
import { registerFieldsPages } from './pages/fields-pages.js';
import { registerHostedPages } from './pages/hosted-pages.js';
import {
  BANK_LINKS,
  MANDATE_SESSIONS,
  PAYMENT_LINKS,
  ServiceLinkOrigins,
} from './pages/service-link-origins.js';
import { ClockMovesService } from './clock/clock-moves.service.js';
import { clientAddress, warnOfIgnoredProxy } from './routing/client-address.js';
import { Forwarder, registerForwardedRoutes } from './routing/forwarder.js';
import { OperationPlaces } from './routing/slots.js';
import { redirectPages } from './routing/origins.js';
import { RateLimit } from './routing/rate-limit.js';
import { ServiceTargets } from './routing/service-target.js';

/** Adds the parts of the gateway without controllers: forwarding, hosted pages, documents. */
export function prepareGateway(app: NestFastifyApplication, config: GatewayConfig): void {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const targets = new ServiceTargets(publicUrls(config));
  app.get(ShutdownHooks).register('forwarding', () => targets.close());
  const intake = app.get(BodyIntake);
  intake.countByAddress(clientAddress);
  if (config.trustedProxies.length === 0) warnOfIgnoredProxy(server, app.get<Logger>(LOGGER));
  const limits = { perApp: config.rateLimitPerSecond, perAddress: config.publicRateLimitPerSecond };
  const origins = originsOf(config);
  redirectPages(server, origins);
  const places = new OperationPlaces();
  registerForwardedRoutes(server, {
    intake,
    places,
    forwarder: new Forwarder(targets, places, app.get(ClockMovesService)),
    rateLimit: new RateLimit(limits),
  });
  const views = app.get(CustomerAppViews);
  const client = app.get(InternalClient);
  const pay = new FrameAncestors(views, new ServiceLinkOrigins(client, PAYMENT_LINKS));
  const built = { folder: config.hostedUiDir };
  const { pages, fields } = origins;
  registerHostedPages(server, {
    ...built,
    overHttps: pages.protocol === 'https:',
    cardFieldsOrigins: [...(fields ? [fields.origin] : []), ...config.cardFieldsOrigins],
    frameAncestors: {
      pay,
      mandate: new FrameAncestors(views, new ServiceLinkOrigins(client, MANDATE_SESSIONS)),
      link: new FrameAncestors(
        views,
        new ServiceLinkOrigins(client, BANK_LINKS),
        embeddedBankLinkOf,
      ),
    },
  });
  if (fields) {
    registerFieldsPages(server, {
      ...built,
      pages: KEYED_PROCESSORS.flatMap((each) => each.fields ?? []),
      pageOrigin: pages.origin,
      frameAncestors: pay,
      overHttps: fields.protocol === 'https:',
    });
  }
  if (config.publicConsoleUrl) {
    registerConsolePages(server, {
      folder: config.consoleDir,
      origin: new URL(config.publicConsoleUrl),
    });
  }
  registerFirstScreen(server, config);
  registerDocuments(server, { folder: config.guidesDir, openApiFile: config.openApiFile });
  registerGuides(server, config.guidesDir);
}
