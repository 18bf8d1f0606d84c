import { createHmac } from 'node:crypto';
import { isSignedBy } from './call-back-signature.js';

const SECRET = 'a-secret-of-the-card-gateway-for-tests';
const body = Buffer.from('{"event_id":"evt_1"}');
const receivedAt = new Date('2026-03-01T12:00:00.000Z');
const seconds = receivedAt.getTime() / 1000;

function signature(at: number, secret = SECRET, content = body): string {
  const mac = createHmac('sha256', secret).update(`${at}.`).update(content).digest('hex');
  return `t=${at},v1=${mac}`;
}

const check = (signed: string, content = body): boolean =>
  isSignedBy(SECRET, { signature: signed, body: content, receivedAt });

describe('the signature of a call-back', () => {
  it.each([0, 299, 300, -300])('holds when it is %d s old', (ageS) => {
    expect(check(signature(seconds - ageS))).toBe(true);
  });

  it.each([301, 3_600, -301])('does not hold when it is %d s old', (ageS) => {
    expect(check(signature(seconds - ageS))).toBe(false);
  });

  it('covers the bytes of the body', () => {
    expect(check(signature(seconds), Buffer.from('{"event_id": "evt_1"}'))).toBe(false);
  });

  it.each(['', 't=1', 'v1=00', `t=${seconds},v1=zz`, `t=x,v1=${'0'.repeat(64)}`, 'undefined'])(
    'is refused in the form %p',
    (text) => {
      expect(check(text)).toBe(false);
    },
  );

  it('is refused with another secret', () => {
    expect(check(signature(seconds, 'another'))).toBe(false);
  });
});
