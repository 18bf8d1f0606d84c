import { Injectable } from '@nestjs/common';
import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';

/** An endpoint with deliveries that are due. */
export interface DueEndpoint {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
  readonly appType: 'TEST' | 'LIVE';
}

type Listener = (due: readonly DueEndpoint[]) => void;

/**
 * Notifies the sender of this process, after a commit, that deliveries are due. A lost notification
 * only delays them: the sender polls every 5 s.
 */
@Injectable()
export class DeliveryDoorbell {
  private listener: Listener | undefined;

  onRing(listener: Listener): void {
    this.listener = listener;
  }

  ring(due: readonly DueEndpoint[]): void {
    this.listener?.(due);
  }
}
