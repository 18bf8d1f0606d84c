export { Backlog } from './backlog.js';
export {
  dataSchemaOf,
  fromHeaders,
  toHeaders,
  UnreadableMessage,
  type CloudEvent,
} from './cloud-event.js';
export { connectMessaging } from './connect-messaging.js';
export { SequenceGap, UnknownEvent } from './consume/consumer-errors.js';
export type { ConsumerTuning } from './consume/consumer-supervisor.js';
export { CustomerAppResolver } from './consume/customer-app-resolver.js';
export { InvalidPayload } from './consume/decode-payload.js';
export { EventConsumer, type EventConsumerOptions } from './consume/event-consumer.js';
export type { EventContext, EventContexts } from './consume/event-context.js';
export { FAILURE_POLICY, type FailureRule, type Verdict } from './consume/failure-policy.js';
export { AsWorker, Concerns, CopiesState, HasEffect } from './consume/handler-options.js';
export { KafkaEventStrategy } from './consume/kafka-event.strategy.js';
export {
  eventsOf,
  OnEvent,
  OnEvents,
  type EventMethod,
  type EventMethodDecorator,
  type EventsMethod,
  type EventsMethodDecorator,
} from './consume/on-event.js';
export { MAX_TRIES } from './consume/tries.js';
export {
  EventProbe,
  type EventProbeOptions,
  type ProbedEvent,
  type Wanted,
} from './kafka/event-probe.js';
export {
  securityIn,
  untrustedBroker,
  type BrokerSecurity,
  type KafkaCredentials,
} from './kafka/broker-security.js';
export { createKafkaClient, type KafkaClientOptions } from './kafka/kafka-client.js';
export { grantRights, rightsOf, type KafkaRight } from './kafka/rights.js';
export { skipToEnd, type SkipToEnd } from './kafka/skip-to-end.js';
export {
  DEAD_LETTER_PARTITIONS,
  ensureTopics,
  WrongPartitionCount,
  type EnsureTopicsOptions,
} from './kafka/topics.js';
export { MESSAGING_OPTIONS, type MessagingOptions } from './messaging-options.js';
export { MessagingModule } from './messaging.module.js';
export { publishAgain } from './outbox/publish-again.js';
export { OutboxRelay, type OutboxRelayOptions, type RelayTuning } from './outbox/outbox-relay.js';
export {
  DISCARDED,
  ParkedMessages,
  type ParkedMessage,
  type ParkedMessageFilter,
  type ReplaySelection,
} from './parking/parked-messages.js';
export {
  EventSigner,
  EventVerifier,
  SIGNATURE_HEADER,
  signedContent,
  type SignedMessage,
} from './signature.js';
export { FOLLOWER, type ParkedMessageId } from './parking/parking-lot.js';
