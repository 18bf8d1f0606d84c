import {
  newId,
  type CustomerAppId,
  type GatewayStatus,
  type PaymentAttemptId,
} from '@towpath/kernel';
import {
  NOT_SEEN,
  type CardGatewayConnector,
  type CardReference,
  type CardRefundAnswer,
  type GatewayNote,
} from '../src/cards/card-gateways/ports.js';

/** A connector whose gateway cannot be asked, and the gateway's way to us. */
export interface NotifiedGateway {
  readonly connector: CardGatewayConnector;
  readonly customerAppId: CustomerAppId;
  readonly anotherAppId: CustomerAppId;
  /** The gateway notifies of one authorization of the app, signed: until it is acknowledged. */
  notify(
    reference: string,
    ...notes: readonly (GatewayNote & { eventId: string })[]
  ): Promise<void>;
}

const T0 = Date.parse('2031-03-01T12:00:00.000Z');
let events = 0;
const eventId = () => `evt_${process.pid}_${(events += 1)}`;

/** What the gateway reports `seconds` after the request. */
export function charged(gatewayStatus: GatewayStatus, seconds: number, id = eventId()) {
  const answer = { ...NOT_SEEN, gatewayStatus };
  const occurredAt = new Date(T0 + seconds * 1_000);
  return { eventId: id, about: 'CHARGE', occurredAt, answer } as const;
}

export function refunded(
  refundReference: string,
  answer: CardRefundAnswer,
  seconds: number,
): GatewayNote & { eventId: string } {
  const occurredAt = new Date(T0 + seconds * 1_000);
  return { eventId: eventId(), about: 'REFUND', refundReference, occurredAt, answer };
}

/** What every connector promises whose gateway only notifies. */
export function describeRememberingGateway(name: string, subject: () => NotifiedGateway): void {
  const keyOf = (reference: string): CardReference => ({
    reference,
    gatewayReference: null,
    customerAppId: subject().customerAppId,
    gatewayAccount: null,
    recurringPaymentMode: null,
  });
  /** Of an authorization that has no row: the gateway may be faster than our commit. */
  const newReference = () => newId<PaymentAttemptId>(new Date());
  const statusOf = async (reference: string) =>
    (await subject().connector.find(keyOf(reference))).gatewayStatus;
  const refundOf = (reference: string, refundReference: string) =>
    subject().connector.findRefund(keyOf(reference), {
      refundReference,
      amount: 1,
      currency: 'HKD',
    });

  describe(`connector ${name}, whose gateway only notifies`, () => {
    it('knows nothing before the first notification', async () => {
      expect(await statusOf(newReference())).toBe('NOT_SEEN');
      expect(await refundOf(newReference(), 'r')).toEqual({ gatewayStatus: 'PENDING' });
    });

    it('finds what was notified before the authorization has a row', async () => {
      const reference = newReference();
      await subject().notify(reference, charged('AUTHORIZED', 1));
      expect(await statusOf(reference)).toBe('AUTHORIZED');
    });

    it('finds the same when it is notified twice, at once and later', async () => {
      const reference = newReference();
      const note = charged('CAPTURED', 2);
      const notify = () => subject().notify(reference, note);
      await Promise.all([notify(), notify(), notify()]);
      await notify();
      expect(await statusOf(reference)).toBe('CAPTURED');
    });

    it('finds the last thing that happened, however late the earlier ones come', async () => {
      const reference = newReference();
      await subject().notify(reference, charged('CAPTURED', 5));
      await subject().notify(reference, charged('AUTHORIZED', 1), charged('PENDING', 0));
      expect(await statusOf(reference)).toBe('CAPTURED');
      await subject().notify(reference, charged('CAPTURE_FAILED', 90_000));
      expect(await statusOf(reference)).toBe('CAPTURE_FAILED');
    });

    it('finds the later of two within one second of the gateway', async () => {
      const reference = newReference();
      await subject().notify(reference, charged('CAPTURED', 5), charged('AUTHORIZED', 5));
      expect(await statusOf(reference)).toBe('CAPTURED');
    });

    it('finds refunds by their own names, and one that failed after its success', async () => {
      const reference = newReference();
      const failure = { code: 'REFUND_NOT_ALLOWED', explanation: 'The card is closed.' } as const;
      await subject().notify(
        reference,
        charged('CAPTURED', 1),
        refunded('r-2', { gatewayStatus: 'REVERSED', failure }, 9),
        refunded('r-2', { gatewayStatus: 'REFUNDED' }, 3),
        refunded('r-1', { gatewayStatus: 'REFUNDED' }, 2),
      );
      expect(await refundOf(reference, 'r-1')).toEqual({ gatewayStatus: 'REFUNDED' });
      expect(await refundOf(reference, 'r-2')).toEqual({ gatewayStatus: 'REVERSED', failure });
      expect(await refundOf(reference, 'r-3')).toEqual({ gatewayStatus: 'PENDING' });
      expect(await statusOf(reference)).toBe('CAPTURED');
    });

    it('finds nothing that was notified about another app', async () => {
      const reference = newReference();
      await subject().notify(reference, charged('CAPTURED', 1));
      const stranger = { ...keyOf(reference), customerAppId: subject().anotherAppId };
      const { gatewayStatus } = await subject().connector.find(stranger);
      expect(gatewayStatus).toBe('NOT_SEEN');
    });
  });
}
