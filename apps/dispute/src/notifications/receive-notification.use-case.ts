import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import {
  UnreadableNotification,
  type DisputeProcessor,
  type RawNotification,
} from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import { ApplyAtOnce } from './apply-at-once.js';
import { NotificationRepository } from './persistence/notification.repository.js';
import type { NotificationKey } from './ports.js';
import { SealedNotifications } from './sealed-notifications.js';

const EVENT_ID = /^[\x21-\x7e]{1,200}$/;
/** For all gateways together; each forwards fewer (`mostAtOnce` of the operation). */
const MOST_AT_ONCE = 32;

/**
 * Receives a card processor's notification about a dispute. Accepted means stored: it takes effect
 * now or later, in any order, and once.
 */
@Injectable()
export class ReceiveNotification {
  private underWay = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly processors: ProcessorRegistry,
    private readonly notifications: NotificationRepository,
    private readonly sealed: SealedNotifications,
    private readonly applyAtOnce: ApplyAtOnce,
  ) {}

  async execute(integration: string, raw: RawNotification): Promise<void> {
    if (this.underWay >= MOST_AT_ONCE) {
      throw new DomainError('SERVICE_UNAVAILABLE', 'Too many notifications are in progress.');
    }
    this.underWay += 1;
    try {
      await this.take(integration, raw);
    } finally {
      this.underWay -= 1;
    }
  }

  private async take(integration: string, raw: RawNotification): Promise<void> {
    const [processor] = this.processors.named(integration);
    if (!processor) throw new DomainError('UNAUTHORIZED', 'No such processor notifies here.');
    const key = keyOf(processor, raw);
    const read = reading(processor, raw);
    const notification = {
      ...key,
      ...read,
      sealedBody: this.sealed.seal(key, raw.body),
      receivedAt: raw.receivedAt,
    };
    const isNew = await this.transactions.asWorker(
      (tx) => this.notifications.add(tx, notification),
      { byKey: true },
    );
    if (isNew && read.waitsFor === null) await this.applyAtOnce.try(key);
  }
}

function keyOf(processor: DisputeProcessor, raw: RawNotification): NotificationKey {
  const { customerAppId: named, eventId } = processor.identify(raw);
  const customerAppId = parseId<CustomerAppId>(named);
  if (!customerAppId) throw new DomainError('INVALID_REQUEST', 'body must name a customer app.');
  if (!EVENT_ID.test(eventId)) {
    throw new DomainError('INVALID_REQUEST', 'body must have an ID of 1 to 200 characters.');
  }
  return { customerAppId, integrationId: processor.integrationId, eventId };
}

/** Stores an unknown event for an operator. */
function reading(processor: DisputeProcessor, { body }: RawNotification) {
  try {
    const { processorReference } = processor.read(body.toString('utf8'));
    return { processorReference, waitsFor: null };
  } catch (error) {
    if (!(error instanceof UnreadableNotification)) throw error;
    return { processorReference: null, waitsFor: `UNREADABLE: ${error.message}` };
  }
}
