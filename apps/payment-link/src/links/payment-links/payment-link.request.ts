import type { CreatePaymentLinkRequest } from '@towpath/contracts/payment-link';
import type { PaymentLinkRequest } from './create-payment-link.use-case.js';

/** The validated body in the words of the domain; absent members become null. */
export function linkRequestOf(body: CreatePaymentLinkRequest): PaymentLinkRequest {
  const { sender, payment_details: details, link_customizations: page } = body;
  return {
    sender: {
      externalUserId: sender.external_user_id,
      name: sender.name,
      email: sender.email ?? null,
    },
    terms: {
      uniqueReferenceId: body.unique_reference_id,
      mode: body.mode,
      currency: body.currency,
      amount: body.amount ?? null,
      paymentDetails: details
        ? {
            description: details.description,
            externalTransactionReference: details.external_transaction_reference,
          }
        : null,
      customizations: {
        language: page?.language ?? null,
        uiMode: page?.ui_mode ?? null,
        redirectUri: page?.redirect_uri ?? null,
      },
      setupOptions: body.payment_setup_options ?? null,
      metadata: body.metadata ?? null,
      paymentMetadata: body.payment_metadata ?? null,
      integrationMetadata: body.integration_metadata ?? null,
    },
  };
}
