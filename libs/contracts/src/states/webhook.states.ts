/** Statuses of one event at one endpoint. `HELD`: the endpoint is disabled or paused. */
export const WEBHOOK_DELIVERY_STATUSES = [
  'PENDING',
  'DELIVERED',
  'RETRYING',
  'FAILED',
  'HELD',
] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

/** `v1`: HMAC-SHA256. `v1a`: Ed25519. `service_signature`: ECDSA P-256 over the body. */
export const WEBHOOK_SIGNATURE_KINDS = ['v1', 'v1a', 'service_signature'] as const;
export type WebhookSignatureKind = (typeof WEBHOOK_SIGNATURE_KINDS)[number];

export const DEFAULT_WEBHOOK_SIGNATURE_KINDS: readonly WebhookSignatureKind[] = [
  'v1',
  'service_signature',
];
