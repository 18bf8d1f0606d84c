import type { GatewayStatus } from '@towpath/kernel';
import { createHmac } from 'node:crypto';
import type { RawCallBack } from '@towpath/http';
import type { GatewayWire } from './sandbox-card-gateway.js';
import { gw1Wire } from './gw1.wire.js';
import { gw2Wire } from './gw2.wire.js';
import { gw4Wire } from './gw4.wire.js';

const SECRET = 'a-secret-of-the-card-gateway-for-tests';
const BODY = '{"id":"evt_1"}';
const receivedAt = new Date('2026-03-01T12:00:00.000Z');

type Headers = RawCallBack['headers'];
interface Signing {
  readonly at: number;
  readonly secret: string;
}

const seconds = (at: number) => String(Math.floor(at / 1_000));
const hmac = (algorithm: string, { secret, text }: { secret: string; text: string }) =>
  createHmac(algorithm, secret).update(text);

/** Written from the documents of each gateway, not from the code under test. */
const SIGNERS: readonly [string, GatewayWire, (signing: Signing) => Headers][] = [
  [
    'GW1',
    gw1Wire,
    ({ at, secret }) => {
      const mac = hmac('sha256', { secret, text: `${seconds(at)}.${BODY}` }).digest('hex');
      return { 'gw-signature': `t=${seconds(at)},v1=${mac}` };
    },
  ],
  [
    'GW2',
    gw2Wire,
    ({ at, secret }) => {
      const mac = hmac('sha256', { secret, text: `${at}\n${BODY}` }).digest('base64');
      return { 'x-gw2-timestamp': String(at), 'x-gw2-signature': mac };
    },
  ],
  [
    'GW4',
    gw4Wire,
    ({ at, secret }) => {
      const mac = hmac('sha512', { secret, text: `${seconds(at)}:${BODY}` }).digest('hex');
      return { 'gw4-signature': `created=${seconds(at)}; sha512=${mac}` };
    },
  ],
];

describe.each(SIGNERS)('the signature of a call-back of %s', (_, wire, sign) => {
  const headersAt = (ageS: number, secret = SECRET) =>
    sign({ at: receivedAt.getTime() - ageS * 1_000, secret });
  const check = (headers: Headers, body = BODY) =>
    wire.isSigned(SECRET, { headers, body: Buffer.from(body), receivedAt });

  it.each([0, 299, 300, -300])('is valid when it is %d s old', (ageS) => {
    expect(check(headersAt(ageS))).toBe(true);
  });

  it.each([301, 3_600, -301])('is invalid when it is %d s old', (ageS) => {
    expect(check(headersAt(ageS))).toBe(false);
  });

  it('covers the bytes of the body', () => {
    expect(check(headersAt(0), '{"id": "evt_1"}')).toBe(false);
  });

  it('is refused with another secret', () => {
    expect(check(headersAt(0, 'another'))).toBe(false);
  });

  it('is refused when a header is missing, cut or malformed', () => {
    const headers = headersAt(0);
    expect(check({})).toBe(false);
    for (const name of Object.keys(headers)) {
      const value = String(headers[name]);
      for (const change of ['', value.slice(0, -3), value.slice(1), 'undefined', 'zz']) {
        expect(check({ ...headers, [name]: change })).toBe(false);
      }
    }
  });

  it('with a body of another shape gives no call-back', () => {
    for (const body of [{}, { id: 1 }, { id: 'e', data: null, payment: 7 }, { event_id: 'e' }]) {
      expect(wire.readCallBack(body)).toBeUndefined();
    }
  });
});

const BODIES: Readonly<Record<string, (status: string) => object>> = {
  GW1: (status) => ({ reference: 'r', status }),
  GW2: (outcome) => ({ merchant_reference: 'r', outcome, instrument: { type: 'CARD' } }),
  GW4: (status) => ({ id: 'pi_r', status, charge: {}, payment_method: { id: null } }),
};

describe.each<[string, GatewayWire, readonly [string, GatewayStatus][]]>([
  [
    'GW1',
    gw1Wire,
    [
      ['requires_action', 'ACTION_REQUIRED'],
      ['pending', 'PENDING'],
      ['authorized', 'AUTHORIZED'],
      ['declined', 'DECLINED'],
      ['captured', 'CAPTURED'],
      ['capture_failed', 'CAPTURE_FAILED'],
      ['failed', 'CAPTURE_FAILED'],
      ['voided', 'VOIDED'],
      ['refunded', 'REFUNDED'],
    ],
  ],
  [
    'GW2',
    gw2Wire,
    [
      ['REDIRECT', 'ACTION_REQUIRED'],
      ['REVIEW', 'PENDING'],
      ['APPROVED', 'AUTHORIZED'],
      ['REFUSED', 'DECLINED'],
      ['SETTLED', 'CAPTURED'],
      ['SETTLEMENT_FAILED', 'CAPTURE_FAILED'],
      ['CANCELLED', 'VOIDED'],
      ['RETURNED', 'REFUNDED'],
    ],
  ],
  [
    'GW4',
    gw4Wire,
    [
      ['requires_action', 'ACTION_REQUIRED'],
      ['processing', 'PENDING'],
      ['requires_capture', 'AUTHORIZED'],
      ['failed', 'DECLINED'],
      ['succeeded', 'CAPTURED'],
      ['capture_failed', 'CAPTURE_FAILED'],
      ['canceled', 'VOIDED'],
      ['refunded', 'REFUNDED'],
    ],
  ],
])('a status of %s', (name, wire, statuses) => {
  const bodyOf = BODIES[name] ?? Object;

  it.each(statuses)('named "%s" means %s', (status, gatewayStatus) => {
    expect(wire.read(bodyOf(status)).gatewayStatus).toBe(gatewayStatus);
  });

  it('that is unknown is rejected', () => {
    expect(() => wire.read(bodyOf('maybe'))).toThrow('maybe');
  });
});

it('a succeeded set-up of GW4 is read as stored, not as paid', () => {
  const setUp = { ...BODIES['GW4']?.('succeeded'), usage: 'setup' };
  expect(gw4Wire.read(setUp).gatewayStatus).toBe('AUTHORIZED');
});
