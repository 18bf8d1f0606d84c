import { paymentOrder } from '@towpath/testing';
import type { DocumentedApi } from './documented-api.fixture.js';

export interface TransferPlace {
  readonly token: string;
  /** Opens the page of a link; its session. */
  readonly session: (url: string) => Promise<string>;
  /** As the customer app, with more than the example of the document shows. */
  readonly post: (path: string, body: object) => Promise<unknown>;
}

interface Method {
  readonly payment_account_id: string;
  readonly payment_method_type: string;
}

/** Money that nobody knows, and a payer who pays a link by transfer. */
export async function transferMoney(
  api: DocumentedApi,
  { token, session, post }: TransferPlace,
): Promise<void> {
  const unknown = await api.execute<{ outcome: string }>('createTestIncomingTransfer', { token });
  expect(unknown.outcome).toBe('UNMATCHED');
  const link = (await post('/payment_links', paymentOrder())) as Record<string, string>;
  const page = await session(link['url'] ?? '');
  const { available_payment_methods: methods } = await api.execute<{
    available_payment_methods: Method[];
  }>('listHostedPaymentMethods', { token: page });
  const manual = methods.find(({ payment_method_type: type }) => type === 'MANUAL');
  const instead = {
    payment_account_id: manual?.payment_account_id ?? '',
    payment_method_type: 'MANUAL',
  };
  await api.execute('selectHostedPaymentMethod', { token: page, instead });
  const path = { paymentLinkId: link['payment_link_id'] ?? '' };
  const read = () =>
    api.execute<{ status: string; payment?: { payment_id: string } }>('GetPaymentLink', {
      token,
      path,
    });
  const paymentId = (await read()).payment?.payment_id ?? '';
  await api.execute('updateTestPaymentStatus', { token, path: { paymentId } });
  expect((await read()).status).toBe('PAID');
}
