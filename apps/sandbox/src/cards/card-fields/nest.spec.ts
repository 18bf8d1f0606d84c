import { createHmac } from 'node:crypto';
import { isProvenNest } from './nest.js';

const SECRET = 'a secret that the merchant shares with us';
const CLAIM = { session: 's-1', origin: 'https://pay.example', within: 'https://shop.example' };

function proofOf({ session, origin, within }: typeof CLAIM, secret = SECRET): string {
  const content = `${session}\n${origin}\n${within}`;
  return createHmac('sha256', secret).update(content).digest('base64url');
}

describe('the sites around the page with the card fields', () => {
  it('the sites around the fields are those that the merchant signed', () => {
    expect(isProvenNest({ ...CLAIM, proof: proofOf(CLAIM) }, SECRET)).toBe(true);
    const two = { ...CLAIM, within: 'http://127.0.0.1:8090 https://shop.example' };
    expect(isProvenNest({ ...two, proof: proofOf(two) }, SECRET)).toBe(true);
  });

  it.each([
    ['another session', { ...CLAIM, session: 's-2' }],
    ['another page', { ...CLAIM, origin: 'https://evil.example' }],
    ['another site', { ...CLAIM, within: 'https://evil.example' }],
    ['one site more', { ...CLAIM, within: `${CLAIM.within} https://evil.example` }],
  ])('the sites around the fields are not those of %s', (_what, claim) => {
    expect(isProvenNest({ ...claim, proof: proofOf(CLAIM) }, SECRET)).toBe(false);
  });

  it.each([[''], ['*'], ["'self'"], ['https://a.example; script-src *'], ['https://*.example']])(
    'the sites around the fields are never %j, even if signed',
    (within) => {
      const claim = { ...CLAIM, within };
      expect(isProvenNest({ ...claim, proof: proofOf(claim) }, SECRET)).toBe(false);
    },
  );

  it.each([[''], ['x'], [proofOf(CLAIM, 'another secret')]])(
    'the sites around the fields are not proven by %j',
    (proof) => {
      expect(isProvenNest({ ...CLAIM, proof: proof }, SECRET)).toBe(false);
    },
  );
});
