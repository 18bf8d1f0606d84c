import { DomainError } from '@towpath/kernel';
import {
  SimulatedProcessor,
  UnreadableNotification,
  type DisputeNews,
  type NotificationName,
  type RawNotification,
  type TestDispute,
} from '../ports.js';
import { isFreshMac } from './fresh-mac.js';
import { Members } from './members.js';
import type { ProcessorWire } from './processor-wire.js';
import type { SandboxHttp } from './sandbox-http.js';

export interface SandboxProcessorOptions {
  readonly wire: ProcessorWire;
  readonly http: SandboxHttp;
  /** The present secret, and the one before it while it is being replaced. */
  readonly secrets: readonly string[];
}

/** A simulated card processor: test apps only. Its wire says how it writes. */
export class SandboxProcessor extends SimulatedProcessor {
  override readonly appType = 'TEST';
  override readonly integrationId: ProcessorWire['integrationId'];

  constructor(private readonly options: SandboxProcessorOptions) {
    super();
    this.integrationId = options.wire.integrationId;
  }

  override identify(raw: RawNotification): NotificationName {
    const { wire, secrets } = this.options;
    const mac = wire.signature(raw);
    if (!mac || !isFreshMac(secrets, mac)) {
      throw new DomainError('UNAUTHORIZED', 'The signature of the notification is not valid.');
    }
    try {
      return wire.name(Members.parse(raw.body.toString('utf8')));
    } catch (error) {
      if (!(error instanceof UnreadableNotification)) throw error;
      throw new DomainError('INVALID_REQUEST', `${error.message}.`);
    }
  }

  override read(body: string): DisputeNews {
    return this.options.wire.news(Members.parse(body));
  }

  override async openDispute(order: TestDispute): Promise<DisputeNews> {
    const answer = await this.options.http.send({
      method: 'POST',
      path: this.path(''),
      body: {
        customer_app_id: order.customerAppId,
        payment_id: order.paymentId,
        amount: order.amount,
        is_defendable: order.isDefendable,
      },
    });
    return this.read(answer);
  }

  override async decide(
    processorReference: string,
    { event }: { readonly event: string },
  ): Promise<DisputeNews> {
    const path = this.path(`/${encodeURIComponent(processorReference)}/events`);
    return this.read(await this.options.http.send({ method: 'POST', path, body: { event } }));
  }

  private path(rest: string): string {
    return `/${this.integrationId.toLowerCase()}/disputes${rest}`;
  }
}
