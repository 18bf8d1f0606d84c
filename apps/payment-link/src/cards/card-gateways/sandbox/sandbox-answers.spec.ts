import { NOT_SEEN } from '../ports.js';
import { answerOf, refusedRequest, type SandboxAuthorization } from './sandbox-answers.js';

const context = { integrationId: 'GW1', recurringPaymentMode: 'FIXED_SCHEDULE' } as const;
const authorized: SandboxAuthorization = {
  reference: 'r',
  psp_reference: 'psp',
  status: 'authorized',
  gatewayStatus: 'AUTHORIZED',
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
  it.each([
    ['insufficient_funds', 'INSUFFICIENT_FUNDS'],
    ['expired_card', 'PAYMENT_METHOD_EXPIRED'],
    ['authentication_failed', 'AUTHENTICATION_FAILED'],
    ['authentication_required', 'AUTHENTICATION_REQUIRED'],
    ['something_new', 'PAYMENT_METHOD_DECLINED'],
  ])('that declines for %s fails with %s and the text of the gateway', (decline_code, code) => {
    const body = {
      ...authorized,
      status: 'declined',
      gatewayStatus: 'DECLINED',
      decline: { ...decline, decline_code },
    } as const;
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

  it.each([
    ['GW2', { gw2_metadata: { payment_token: 'pm_1' } }],
    ['GW4', { gw4_metadata: { customer: { id: 'cus_1' }, payment_method: { id: 'pm_1' } } }],
  ] as const)('keeps what %s needs for a later charge', (integrationId, kept) => {
    const body = { ...authorized, stored_customer_id: 'cus_1' };
    const { integrationMetadata } = answerOf(body, { ...context, integrationId });
    expect(integrationMetadata).toEqual({ integration_id: integrationId, ...kept });
  });

  it('shows a wallet in place of a card', () => {
    const wallet = { brand: 'W', brand_product_name: 'W Balance', country: 'HK' };
    expect(
      answerOf(
        { reference: 'r', status: 'authorized', gatewayStatus: 'AUTHORIZED', wallet },
        context,
      ),
    ).toMatchObject({
      cardDetails: null,
      walletDetails: wallet,
    });
  });

  it('omits missing members, so that they overwrite nothing known before', () => {
    const { processorDetails, cardDetails } = answerOf(
      { reference: 'r', status: 'captured', gatewayStatus: 'CAPTURED' },
      context,
    );
    expect(processorDetails).toEqual({ processor_id: 'GW1', result: { status: 'captured' } });
    expect(cardDetails).toBeNull();
  });

  it('distinguishes a refused request from one that was never received', () => {
    expect(NOT_SEEN.gatewayStatus).toBe('NOT_SEEN');
    expect(refusedRequest('No token.')).toMatchObject({
      gatewayStatus: 'DECLINED',
      failure: { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No token.' },
    });
  });
});
