import { aChecklist, aMandate } from '../fakes.js';
import { consentItems } from './checklist-sender.js';

const account = { holder: 'Chan', number: '0123' };
const consentOf = (ownLimit: number | null) =>
  consentItems(aMandate(), { account, ownLimit }).find(({ type }) => type === 'ENDUSER_CONSENT');

describe('the consent that the page sends', () => {
  it('is a plain yes when the payer sets no own limit', () => {
    expect(consentOf(null)?.value).toBe(true);
  });

  it('states the payer’s own limit in minor units', () => {
    expect(consentOf(10_000)?.value).toEqual({ max_transaction_amount: 10_000 });
  });

  it('is not sent again once it was given', () => {
    const view = aMandate({
      auth_checklist: aChecklist('ACCOUNT_IDENTIFICATION', 'ENDUSER_CONSENT'),
    });
    expect(consentItems(view, { account, ownLimit: 1 })).toEqual([]);
  });
});
