import type { CardTruth } from '../ports.js';
import {
  answerOf,
  neverSeen,
  refusedRequest,
  type SandboxAuthorization,
} from './sandbox-answers.js';

const context = { integrationId: 'GW1', recurringPaymentMode: 'FIXED_SCHEDULE' };
const authorized: SandboxAuthorization = {
  reference: 'r',
  psp_reference: 'psp',
  status: 'authorized',
  auth_code: 'AB12CD',
  network_transaction_reference: 'net',
  stored_payment_method_id: 'pm_1',
  card: {
    brand: 'Visa',
    last4: '4242',
    expiry_month: 12,
    expiry_year: 2060,
    country: 'HK',
    funding: 'CREDIT',
    fingerprint: 'fp',
    card_number_alias: 'alias',
    is_commercial: false,
  },
};
const decline = { decline_code: 'x', decline_reason: 'Because.', result_code: '05' };

describe('an answer of the simulated gateway', () => {
  it.each<[string, CardTruth]>([
    ['requires_action', 'ACTION_REQUIRED'],
    ['pending', 'PENDING'],
    ['authorized', 'AUTHORIZED'],
    ['declined', 'DECLINED'],
    ['captured', 'CAPTURED'],
    ['capture_failed', 'CAPTURE_FAILED'],
    ['failed', 'CAPTURE_FAILED'],
    ['voided', 'VOIDED'],
    ['refunded', 'REFUNDED'],
  ])('%s means %s', (status, truth) => {
    expect(answerOf({ ...authorized, status }, context).truth).toBe(truth);
  });

  it('with a status that nobody told us about is no answer', () => {
    expect(() => answerOf({ ...authorized, status: 'maybe' }, context)).toThrow('maybe');
  });

  it.each([
    ['insufficient_funds', 'INSUFFICIENT_FUNDS'],
    ['expired_card', 'PAYMENT_METHOD_EXPIRED'],
    ['authentication_failed', 'AUTHENTICATION_FAILED'],
    ['authentication_required', 'AUTHENTICATION_REQUIRED'],
    ['something_new', 'PAYMENT_METHOD_DECLINED'],
  ])('declined for %s fails with %s in its own words', (decline_code, code) => {
    const body = { ...authorized, status: 'declined', decline: { ...decline, decline_code } };
    expect(answerOf(body, context).failure).toEqual({ code, explanation: 'Because.' });
  });

  it('keeps what the interface shows of the card, of the processor and of the integration', () => {
    expect(answerOf(authorized, context)).toMatchObject({
      cardDetails: {
        brand: 'Visa',
        fingerprint: 'fp',
        recurring_payment_mode: 'FIXED_SCHEDULE',
        service_authorization_reference: 'r',
        processor_details: { token_id: 'pm_1', processor_reference: 'psp' },
      },
      processorDetails: { processor_id: 'GW1', auth_code: 'AB12CD', processor_reference: 'psp' },
      integrationMetadata: {
        integration_id: 'GW1',
        gw1_metadata: {
          payment_method_id: 'pm_1',
          psp_reference: 'psp',
          recurring_processing_model: 'Subscription',
        },
      },
    });
  });

  it('leaves out what it does not say, so that it covers nothing known before', () => {
    const { processorDetails, cardDetails } = answerOf(
      { reference: 'r', status: 'captured' },
      context,
    );
    expect(processorDetails).toEqual({ processor_id: 'GW1', result: { status: 'captured' } });
    expect(cardDetails).toBeNull();
  });

  it('tells a request that was refused from one that was never seen', () => {
    expect(neverSeen().truth).toBe('NOT_SEEN');
    expect(refusedRequest('No token.')).toMatchObject({
      truth: 'DECLINED',
      failure: { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No token.' },
    });
  });
});
