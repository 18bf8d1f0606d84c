import type { IncomingMessage, ServerResponse } from 'node:http';
import { FakeGateway } from './fake-gateway.js';
import { FakeHostedApi } from './fake-hosted-api.js';
import { FakeLinks } from './link/fake-links.js';
import { FakeMandates } from './mandate/fake-mandates.js';

/** Everything that the hosted pages talk to, in memory: the operations and the card gateway. */
export class FakeBackend {
  readonly api: FakeHostedApi;
  readonly gateway: FakeGateway;
  readonly mandates = new FakeMandates();
  readonly links = new FakeLinks();

  constructor(pagesDir: string, pageUrl: () => string) {
    this.gateway = new FakeGateway({
      pagesDir,
      returnUrl: (token) => `${pageUrl()}?${this.returnQuery(token)}`,
      decided: (token, approved) => this.api.link(token)?.decideChallenge(approved),
    });
    this.api = new FakeHostedApi({
      gatewayOrigin: () => this.gateway.origin,
      mandates: this.mandates,
    });
  }

  /** The link again, with the attempt that the payer was away for. */
  private returnQuery(token: string): string {
    const attemptId = this.api.link(token)?.current().attempt?.attempt_id ?? '';
    return String(new URLSearchParams({ token, challenged: attemptId }));
  }

  start(): Promise<void> {
    return this.gateway.start();
  }

  stop(): Promise<void> {
    return this.gateway.stop();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (await this.mandates.handle(request, response)) return true;
    if (await this.links.handle(request, response)) return true;
    return this.api.handle(request, response);
  }
}
