import type { IncomingMessage, ServerResponse } from 'node:http';
import { FakeGateway } from './fake-gateway.js';
import { FakeHostedApi } from './fake-hosted-api.js';

/** Everything that the payment page talks to, in memory: the hosted API and the card gateway. */
export class FakeBackend {
  readonly api: FakeHostedApi;
  readonly gateway: FakeGateway;

  constructor(pagesDir: string, pageUrl: () => string) {
    this.gateway = new FakeGateway({
      pagesDir,
      returnUrl: pageUrl,
      decided: (token, approved) => this.api.link(token)?.decideChallenge(approved),
    });
    this.api = new FakeHostedApi(() => this.gateway.origin);
  }

  start(): Promise<void> {
    return this.gateway.start();
  }

  stop(): Promise<void> {
    return this.gateway.stop();
  }

  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    return this.api.handle(request, response);
  }
}
