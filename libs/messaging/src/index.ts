export { Backlog } from './backlog.js';
export { toHeaders } from './cloud-event.js';
export { connectMessaging } from './messaging.module.js';
export { CustomerAppResolver } from './consume/customer-app-resolver.js';
export type { EventContext, EventContexts } from './consume/handler-table.js';
export { AsWorker, Concerns, CopiesState, HasEffect } from './consume/handler-options.js';
export { eventsOf, OnEvent, OnEvents } from './consume/on-event.js';
export { securityIn, untrustedBroker } from './kafka/broker-security.js';
export { EventProbe, type EventProbeOptions, type ProbedEvent } from './kafka/event-probe.js';
export { skipToEnd } from './kafka/group-lag.js';
export { createKafkaClient } from './kafka/kafka-client.js';
export { grantRights, rightsOf, type KafkaRight } from './kafka/rights.js';
export { DEAD_LETTER_PARTITIONS, ensureTopics } from './kafka/topics.js';
export { MessagingModule } from './messaging.module.js';
export { publishAgain } from './outbox/outbox-row.js';
export {
  DISCARDED,
  ParkedMessages,
  type ParkedMessage,
  type ParkedOfKey,
  type ReplaySelection,
} from './parking/parked-messages.js';
export { FOLLOWER, type ParkedMessageId } from './parking/parking-lot.js';
export {
  EventSigner,
  EventVerifier,
  SIGNATURE_HEADER,
  signedContent,
  type SignedMessage,
} from './signature.js';
