import { SERVICE_NAMES, topicOf, type Aggregate, type ServiceName } from '@towpath/contracts';
import { rightsOf, type KafkaRight } from '@towpath/messaging';

/** What each service consumes events about. */
const CONSUMED: Readonly<Record<ServiceName, readonly Aggregate[]>> = {
  gateway: [],
  'payment-link': ['customer-app', 'payment', 'payment-method', 'mandate', 'dispute'],
  mandate: ['customer-app', 'mandate', 'payment-link', 'payment-user'],
  dispute: ['customer-app', 'payment-user', 'payment'],
  'account-data': ['customer-app'],
  'webhook-dispatch': [
    'customer-app',
    'login-identity',
    'mandate',
    'payment-user',
    'payment-link',
    'payment',
    'refund',
    'payout',
    'bill',
    'dispute',
  ],
};

export function consumedBy(service: ServiceName): { readonly topic: string }[] {
  return CONSUMED[service].map((aggregate) => ({ topic: topicOf(aggregate) }));
}

/** What each service may do at the brokers. */
export function rightsOfServices(): [ServiceName, KafkaRight[]][] {
  return SERVICE_NAMES.map((service) => [
    service,
    rightsOf({ service, consumes: consumedBy(service) }),
  ]);
}
