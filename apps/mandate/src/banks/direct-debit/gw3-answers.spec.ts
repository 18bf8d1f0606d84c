import { chargeAnswer, mandateAnswer, refusal } from './gw3-answers.js';

const TEXT = 'Account 012-345-678901 of CHAN TAI MAN is overdrawn.';
const reasonOf = (code: string) => ({ code, text: TEXT });
const mandate = { mandate_reference: 'm', dda_reference: 'DDA1', bank_reference: 'MD1' };

describe('the text of a bank', () => {
  it.each([
    ['AM02', 'TRANSACTION_LIMIT_EXCEEDED'],
    ['AM03', 'CURRENCY_MISMATCH'],
    ['AM04', 'INSUFFICIENT_FUNDS'],
    ['MD01', 'INVALID_MANDATE_STATUS'],
    ['MD20', 'MANDATE_NOT_IN_VALIDITY_PERIOD'],
    ['AC04', 'PAYMENT_METHOD_DECLINED'],
    ['ZZ99', 'PAYMENT_METHOD_DECLINED'],
  ])('for the reason %s stays in our record; others get %s in our words', (code, ours) => {
    const status = 'RJCT';
    const said = reasonOf(code);
    for (const { reason, ...shown } of [
      chargeAnswer({ collection_reference: 'c', status, reason: said }),
      mandateAnswer({ ...mandate, status, reason: said }),
    ]) {
      expect(reason).toEqual(said);
      expect(shown.failure).toEqual({
        code: ours,
        explanation: expect.stringMatching(/^[A-Z].+\.$/),
      });
      expect(JSON.stringify(shown)).not.toContain('CHAN');
    }
  });

  it('about a refused request stays in our record', () => {
    const { failure, reason } = refusal({ error: { code: 'invalid_request', message: TEXT } });
    expect(reason).toEqual({ code: 'invalid_request', text: TEXT });
    expect(failure).toEqual({
      code: 'PAYMENT_METHOD_DECLINED',
      explanation: 'The bank refused the request.',
    });
    expect(refusal(null)).toEqual({ failure, reason: null });
  });
});

describe('the metadata of a bank about a mandate', () => {
  const kept = (status: string, last_action: string) =>
    mandateAnswer({ ...mandate, status, last_action }).integrationMetadata;

  it.each([
    ['ACTV', 'accepted', 'active'],
    ['RVKD', 'withdrawn', 'revoked'],
    ['CANC', 'ended', 'cancelled'],
  ])('is shown from its acceptance on: %s', (status, last_action, shown) => {
    expect(kept(status, last_action)).toMatchObject({
      integration_id: 'GW3',
      gw3_metadata: { mandate_id: 'MD1', reference: 'm', status: shown, last_action },
    });
  });

  it('is not shown for a mandate that was never accepted', () => {
    const answer = mandateAnswer({ ...mandate, bank_reference: null, status: 'CANC' });
    expect(answer.integrationMetadata).toBeNull();
  });
});
