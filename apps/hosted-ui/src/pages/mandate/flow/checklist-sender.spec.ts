import { aChecklist, aMandate } from '../fakes.js';
import { consentItems } from './checklist-sender.js';

const account = { holder: 'Chan', number: '0123' };
const consentOf = (ownMost: number | null) =>
  consentItems(aMandate(), { account, ownMost }).find(({ type }) => type === 'ENDUSER_CONSENT');

describe('what the agreement of a payer sends', () => {
  it('is a plain yes without a limit of their own', () => {
    expect(consentOf(null)?.value).toBe(true);
  });

  it('names a limit of their own in minor units', () => {
    expect(consentOf(10_000)?.value).toEqual({ max_transaction_amount: 10_000 });
  });

  it('is nothing once it was given', () => {
    const view = aMandate({
      auth_checklist: aChecklist('ACCOUNT_IDENTIFICATION', 'ENDUSER_CONSENT'),
    });
    expect(consentItems(view, { account, ownMost: 1 })).toEqual([]);
  });
});
