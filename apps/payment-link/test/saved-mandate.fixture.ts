import type { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import { newId } from '@towpath/kernel';
import { debitPayer } from './direct-debit-payer.fixture.js';
import { setupBody } from './payer.fixture.js';
import type { TestCustomerApp } from './payment-link.fixture.js';
import type { StandInMandates } from './stand-in-mandates.fixture.js';

interface Saving {
  readonly mandates: StandInMandates;
  /** The settlement account that the mandate lets collect. */
  readonly accountId: string;
  readonly sender: object;
}

/**
 * Somebody saved a mandate on a link; its service says that it could be charged.
 * @returns the IDs of the mandate and of the payment method
 */
export async function savedMandate(
  app: TestCustomerApp,
  { mandates, accountId, sender }: Saving,
): Promise<[mandateId: string, methodId: string]> {
  const payment_setup_options = { future_payments: 'CLICK_TO_PAY' };
  const { link } = await debitPayer(app, setupBody({ sender, payment_setup_options }));
  const { body: account } = await app.send<PaymentAccountResponse>('POST /payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    user_id: link.sender?.user_id,
    institution_id: 'testbank',
    accountholder_name: 'CHAN TAI MAN',
    account_number: { type: 'LOCAL', number: '012-345678-833' },
  });
  const mandateId = newId(new Date());
  const methodId = newId(new Date());
  mandates.chargeable = [
    {
      mandate_id: mandateId,
      payment_method_id: methodId,
      status: 'SUCCEEDED',
      live: false,
      user_id: link.sender?.user_id,
      recipient_account_id: accountId,
      sender_account_id: account.account_id,
      institution_id: 'testbank',
      payment_link_id: link.payment_link_id,
      mandate_details: { currency: 'HKD', dda_reference: 'DDA-1' },
    },
  ];
  return [mandateId, methodId];
}
