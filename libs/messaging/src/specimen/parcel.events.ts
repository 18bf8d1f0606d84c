import {
  field,
  createEventRegistry,
  type EventDefinition,
  type EventRegistry,
} from '@towpath/contracts';
import { newId, type Id } from '@towpath/kernel';

// Events of a service in miniature, for this library's own specs.

export class ParcelPayload {
  @field.id('The customer app that owns the parcel.') customer_app_id: string;
  @field.text('The parcel.', { max: 40 }) parcel_id: string;
  @field.integer('Where it is on its way.', { min: 1 }) step: number;
}

export interface ParcelEvents {
  readonly topic: string;
  readonly moved: EventDefinition<ParcelPayload>;
  readonly lost: EventDefinition<ParcelPayload>;
  readonly registry: EventRegistry;
}

/** Definitions on a topic of their own, so that specs do not see each other's messages. */
export function parcelEvents(topic = newTopic()): ParcelEvents {
  const define = (name: string): EventDefinition<ParcelPayload> => ({
    name,
    version: 1,
    owner: 'payment-link',
    aggregate: 'payment-link',
    topic,
    payload: ParcelPayload,
    key: (payload) => payload.parcel_id,
    description: 'Of a parcel.',
    example: { customer_app_id: '', parcel_id: 'p', step: 1 },
  });
  const moved = define('parcel.moved');
  const lost = define('parcel.lost');
  return { topic, moved, lost, registry: createEventRegistry([moved, lost]) };
}

function newTopic(): string {
  return `test.${newId<Id<'Topic'>>(new Date()).toLowerCase()}`;
}
