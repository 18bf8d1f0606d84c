import type {
  CardToken as GatewayCardToken,
  HostedAttempt,
  HostedError,
  HostedView as PaymentPage,
} from '@towpath/contracts/payment-link';

export type { FuturePayments, ReturnCause, SessionStatus } from '@towpath/contracts';
export type {
  AvailablePaymentMethod,
  HostedCard as CardSummary,
  HostedSenderAccount as SenderAccount,
  HostedTransferInstructions as TransferInstructions,
  MoneyMoved,
  SelectPaymentMethodResponse as SelectedPaymentMethod,
} from '@towpath/contracts/payment-link';

/** The answer of `GET /payment_links/hosted/view`: all data of the payment page. */
export type HostedView = Omit<PaymentPage, 'attempt'> & { attempt?: Attempt };
/** The page has its own words for each error code. */
export type Attempt = Omit<HostedAttempt, 'error'> & { error?: Pick<HostedError, 'error_code'> };
export type AttemptError = NonNullable<Attempt['error']>;
/** The card gateway's token in place of a card number, as its frame sends it. */
export type CardToken = Omit<GatewayCardToken, 'funding'> & { funding?: string };
