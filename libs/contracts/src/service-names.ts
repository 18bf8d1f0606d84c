/** The deployable services. The name is also the Nx scope, the Kafka group and the token audience. */
export const SERVICE_NAMES = [
  'gateway',
  'account-data',
  'mandate',
  'payment-link',
  'dispute',
  'webhook-dispatch',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Owners of operations: the services, and the sandbox for test apps. */
export type OperationOwner = ServiceName | 'sandbox';

export function isServiceName(name: unknown): name is ServiceName {
  return SERVICE_NAMES.some((known) => known === name);
}
