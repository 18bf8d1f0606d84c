import { newId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import {
  accountsFor,
  checkRecipients,
  checkSettings,
  type AccountNeeds,
  type SettlementAccount,
} from './settlement-account.js';

const now = new Date('2026-03-01T12:00:00.000Z');

function account(members: Partial<SettlementAccount> = {}): SettlementAccount {
  return {
    accountId: newId<PaymentAccountId>(now),
    customerAppId: newId<CustomerAppId>(now),
    accountType: 'SETTLEMENT_ACCOUNT',
    live: false,
    legalEntityName: null,
    reference: null,
    businessUnits: ['HKD'],
    currencies: ['HKD'],
    paymentMethodTypes: ['CARD', 'MANUAL'],
    cardIntegrationId: 'GW1',
    mandateIntegrationId: null,
    cardConnector: 'sandbox',
    debitConnector: 'sandbox',
    payoutConnector: 'sandbox',
    transferConnector: 'sandbox',
    gatewayAccount: null,
    pricing: {},
    metadata: null,
    createdAt: now,
    updatedAt: now,
    ...members,
  };
}

const needs: AccountNeeds = {
  currency: 'HKD',
  live: false,
  businessUnit: null,
  methodTypes: [],
};
const hkd = account();
const jpy = account({ currencies: ['JPY'], businessUnits: ['JPY'] });

describe('the settlement accounts of a link', () => {
  it('match its currency, business unit and payment methods', () => {
    expect(accountsFor(needs, [jpy, hkd])).toEqual([hkd]);
    expect(accountsFor({ ...needs, businessUnit: 'HKD', methodTypes: ['CARD'] }, [hkd])).toEqual([
      hkd,
    ]);
  });

  it('never cross between test and live', () => {
    const live = [account({ live: true })];
    expect(accountsFor(needs, live)).toEqual([]);
    expect(() => checkRecipients(needs, live)).toThrow(
      expect.objectContaining({ code: 'CURRENCY_MISMATCH' }),
    );
  });

  it.each<[Partial<AccountNeeds>, string, string]>([
    [{ currency: 'USD' }, 'CURRENCY_MISMATCH', 'USD'],
    [{ businessUnit: 'nowhere' }, 'INVALID_REQUEST', 'business_unit'],
    [{ businessUnit: 'JPY' }, 'CURRENCY_MISMATCH', 'HKD'],
    [{ methodTypes: ['WALLET'] }, 'INVALID_REQUEST', 'payment_method_types'],
  ])('refuse %j with %s', (asked, code, named) => {
    expect(() => checkRecipients({ ...needs, ...asked }, [hkd, jpy])).toThrow(
      expect.objectContaining({ code, explanation: expect.stringContaining(named) }),
    );
  });
});

describe('the settings of a settlement account', () => {
  it.each<[Partial<SettlementAccount>, string]>([
    [{ currencies: [] }, 'currencies'],
    [{ currencies: ['QQQ'] }, 'currencies'],
    [{ paymentMethodTypes: [] }, 'payment_method_types'],
    [{ cardIntegrationId: null }, 'card_integration_id'],
    [{ paymentMethodTypes: ['MANDATE'] }, 'mandate_integration_id'],
  ])('are refused with %j', (members, named) => {
    expect(() => checkSettings(account(members))).toThrow(named);
  });
});
