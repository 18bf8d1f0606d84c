import { createVerify } from 'node:crypto';
import type { ApiClient, ReceivedRequest } from '@towpath/testing';
import { Webhook } from 'standardwebhooks';

/** Verifies with an independent implementation of the standard; throws when it is not genuine. */
export function verifyStandard({ rawBody, headers }: ReceivedRequest, secret: string): unknown {
  return new Webhook(secret).verify(rawBody.toString('utf8'), { ...headers });
}

/** Whether `Service-Signature` is ours over exactly these bytes, by the published key. */
export async function isServiceSignatureGood(
  api: ApiClient,
  { rawBody, headers }: ReceivedRequest,
): Promise<boolean> {
  const { text: key } = await api.send({ method: 'GET', path: '/webhooks/public_key.pem' });
  const signature = headers['service-signature'] ?? '';
  return createVerify('sha256').update(rawBody).verify(key, signature, 'base64');
}
