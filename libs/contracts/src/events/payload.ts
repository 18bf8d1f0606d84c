import { field } from '../fields/index.js';
import { embeddedError } from '../errors/envelope.js';

/**
 * Members of every payload. Payloads contain IDs, statuses, amounts, times, reasons and the
 * caller's metadata. They never contain a name, an e-mail address or an account number, because
 * data in Kafka cannot be erased.
 */
export abstract class EventPayload {
  @field.id('The customer app that owns the resource.') customer_app_id: string;
  @field.instant("When it happened, on the app's clock.") occurred_at: string;
}

/** Values that the examples of all events share. */
export const EXAMPLE = {
  customer_app_id: '01JQ0000000000000000000APP',
  occurred_at: '2026-03-02T08:15:30.250Z',
  user_id: '01JQ000000000000000000VSER',
  external_user_id: 'customer-42',
  payment_link_id: '01JQ0000000000000000000NKP',
  payment_id: '01JQ0000000000000000000PAY',
  payment_method_id: '01JQ0000000000000000000MTH',
  payout_id: '01JQ0000000000000000000PYT',
  refund_id: '01JQ0000000000000000000RFD',
  dispute_id: '01JQ0000000000000000000DSP',
  bill_id: '01JQ00000000000000000B1110',
  unique_reference_id: 'order-1001',
  metadata: { order: '1001' },
  error: embeddedError('PAYMENT_METHOD_DECLINED', 'The card was declined by its issuer.'),
} as const;
