import { DomainError, parseId, type WebhookEndpointId } from '@towpath/kernel';

/** The same answer for a malformed, an unknown, a deleted and another app's ID. */
export function endpointNotFound(): DomainError {
  return new DomainError('WEBHOOK_ENDPOINT_NOT_FOUND', 'No webhook endpoint has this ID.');
}

export function parseEndpointId(raw: string): WebhookEndpointId {
  const endpointId = parseId<WebhookEndpointId>(raw);
  if (!endpointId) throw endpointNotFound();
  return endpointId;
}
