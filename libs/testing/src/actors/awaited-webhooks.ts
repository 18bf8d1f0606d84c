import type { Merchant } from './merchant.js';
import { WebhookReceiver } from './webhook-receiver.js';

const WITHIN_MS = 60_000;

interface WebhookKind {
  readonly type: string;
  /** The member of the body that names the resource. */
  readonly idOf: string;
}

/** An endpoint for one type of event. */
export class AwaitedWebhooks {
  private readonly awaited = new Map<string, () => void>();

  private constructor(private readonly receiver: WebhookReceiver) {}

  static async open(merchant: Merchant, { type, idOf }: WebhookKind): Promise<AwaitedWebhooks> {
    const webhooks = new AwaitedWebhooks(await WebhookReceiver.start());
    const { receiver, awaited } = webhooks;
    receiver.otherwise = ({ body }) => {
      awaited.get(String(body[idOf]))?.();
      return { status: 200 };
    };
    await merchant.createWebhookEndpoint({
      body: { url: receiver.url('/hook'), event_types: [type] },
    });
    return webhooks;
  }

  /** The next webhook about a resource; begin to wait before what causes it. */
  about(id: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error(`no webhook about ${id}`)), WITHIN_MS);
    this.awaited.set(id, () => {
      clearTimeout(timer);
      resolve();
    });
    return promise;
  }

  close(): Promise<void> {
    return this.receiver.stop();
  }
}
