import { HostedPayer, paymentOrder, type Merchant } from '@towpath/testing';

/** A payment that waits for a bank transfer; its ID. */
export async function manualPaymentOf(merchant: Merchant): Promise<string> {
  const link = await merchant.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(merchant.api, link.url ?? '');
  await payer.select('MANUAL');
  const { payment } = await merchant.link(link.payment_link_id);
  return payment?.payment_id ?? '';
}
