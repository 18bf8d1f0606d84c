import { createVerify } from 'node:crypto';
import { WebhookVerifier } from '@towpath/sdk/webhooks';
import { LocalSigner } from './local-signer.js';

const BODY = Buffer.from(JSON.stringify({ event_type: 'WEBHOOK_TEST', customer_app_id: 'app' }));
const given = (secret?: string) => new LocalSigner({ clientSecret: 'secret of the app', secret });

it('the verifier of the SDK accepts what it signs, with its secret alone', async () => {
  const signer = given();
  const headers = signer.headers('event', BODY);
  expect(await new WebhookVerifier({ secret: signer.secret }).verify(BODY, headers)).toMatchObject({
    event_type: 'WEBHOOK_TEST',
  });
  const other = new LocalSigner({ clientSecret: 'secret of another app' });
  await expect(
    new WebhookVerifier({ secret: other.secret }).verify(BODY, headers),
  ).rejects.toMatchObject({ fault: 'WRONG_SIGNATURE' });
});

it('service-signature is right under its public key', () => {
  const signer = given();
  const signature = signer.headers('event', BODY)['service-signature'] ?? '';
  const verify = (body: Buffer) =>
    createVerify('SHA256').update(body).verify(signer.publicKeyPem, signature, 'base64');
  expect(verify(BODY)).toBe(true);
  expect(verify(Buffer.from('{}'))).toBe(false);
});

it('secret and key are the same each time, and do not show the secret of the app', () => {
  const { secret, publicKeyPem } = given();
  expect(given()).toMatchObject({ secret, publicKeyPem });
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(secret).not.toContain(Buffer.from('secret of the app').toString('base64').slice(0, 8));
});

it('a secret of an endpoint takes the place of the derived one', () => {
  expect(given('whsec_AAAA').secret).toBe('whsec_AAAA');
  for (const wrong of ['AAAA', 'whsec_', 'whsec_!'])
    expect(() => given(wrong)).toThrow('TOWPATH_WEBHOOK_SECRET');
});
