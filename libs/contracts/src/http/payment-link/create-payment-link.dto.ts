import {
  AmountField,
  CurrencyField,
  EmailField,
  EnumField,
  MetadataField,
  ObjectField,
  ReturnUriField,
  TextField,
  type Condition,
} from '../../fields/index.js';
import {
  PAGE_LANGUAGES,
  PAYMENT_LINK_MODES,
  UI_MODES,
  type PageLanguage,
  type PaymentLinkMode,
  type UiMode,
} from '../../states/index.js';
import { check } from '../../validation/check.js';
import { LinkIntegrationMetadataRequest } from './external-integration.dto.js';
import { PaymentSetupOptionsRequest } from '../shared/payment-setup-options.dto.js';

const whenPayment: Condition = {
  text: 'when mode is PAYMENT',
  test: (link) => link['mode'] === 'PAYMENT',
};

const whenSetup: Condition = {
  text: 'when mode is SETUP',
  test: (link) => link['mode'] === 'SETUP',
};

const whenRedirecting: Condition = {
  text: 'when ui_mode is redirect or auto_redirect',
  test: (page) => page['ui_mode'] === 'redirect' || page['ui_mode'] === 'auto_redirect',
};

export class PaymentLinkSenderRequest {
  @TextField('Your own ID of the payer. The same ID always means the same payment user.', {
    min: 1,
    max: 100,
    example: 'customer-42',
  })
  external_user_id: string;
  @TextField('Name of the payer.', { min: 1, max: 100, notBlank: true, example: 'Chan Tai Man' })
  name: string;
  @EmailField('E-mail address of the payer.', { optional: true, example: 'tm@example.com' })
  email?: string;
}

export class PaymentLinkDetails {
  @TextField('What the payment is for, as the payer sees it.', { max: 100, example: 'Order 1001' })
  description: string;
  @TextField('Your own reference of the payment.', { max: 35, example: 'INV-1001' })
  external_transaction_reference: string;
}

/** Appearance and return address of the hosted page. */
export class LinkCustomizationsRequest {
  @EnumField('Language of the hosted page; en when absent.', PAGE_LANGUAGES, { optional: true })
  language?: PageLanguage;
  @EnumField(
    'How the page opens and ends. Default: redirect with a redirect_uri, otherwise standalone.',
    UI_MODES,
    { optional: true },
  )
  ui_mode?: UiMode;
  @ReturnUriField('Where the payer returns to: an https URL. Test apps may use http on loopback.', {
    requiredWhen: whenRedirecting,
    example: 'https://shop.example.com/return',
  })
  redirect_uri?: string;
}

export class CreatePaymentLinkRequest {
  @EnumField(
    'PAYMENT collects an amount now; SETUP stores a payment method for later.',
    PAYMENT_LINK_MODES,
  )
  mode: PaymentLinkMode;
  @CurrencyField() currency: string;
  @TextField(
    'Your own reference of the link. A repeat with the same content returns the same link.',
    { min: 1, max: 255, example: 'order-1001' },
  )
  unique_reference_id: string;
  @ObjectField('The payer, who becomes a payment user.', () => PaymentLinkSenderRequest)
  sender: PaymentLinkSenderRequest;
  @AmountField('Amount to collect, in minor units. Required for mode PAYMENT, refused for SETUP.', {
    min: 1,
    requiredWhen: whenPayment,
    forbiddenWhen: whenSetup,
    example: 12500,
  })
  amount?: number;
  @ObjectField(
    'Description and reference of the payment. Required when mode is PAYMENT.',
    () => PaymentLinkDetails,
    { requiredWhen: whenPayment },
  )
  payment_details?: PaymentLinkDetails;
  @ObjectField(
    'Language of the hosted page, and how the payer returns.',
    () => LinkCustomizationsRequest,
    { optional: true },
  )
  link_customizations?: LinkCustomizationsRequest;
  @ObjectField(
    'How the payment method is stored. Required for SETUP; with PAYMENT it is stored too.',
    () => PaymentSetupOptionsRequest,
    {
      requiredWhen: whenSetup,
      example: { payment_method_types: ['CARD'] },
      checks: [choosesFuturePayments()],
    },
  )
  payment_setup_options?: PaymentSetupOptionsRequest;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
  @MetadataField('Your own attributes of the payments; copied to each payment of the link.', {
    optional: true,
  })
  payment_metadata?: Record<string, string>;
  @ObjectField(
    'Data about the payer in the external billing system.',
    () => LinkIntegrationMetadataRequest,
    { optional: true },
  )
  integration_metadata?: LinkIntegrationMetadataRequest;
}

function choosesFuturePayments(): PropertyDecorator {
  return check({
    name: 'choosesFuturePayments',
    must: 'must have future_payments when mode is SETUP',
    test: (options, args) => {
      const { mode } = args.object as CreatePaymentLinkRequest;
      const { future_payments: chosen } = (options ?? {}) as PaymentSetupOptionsRequest;
      return mode !== 'SETUP' || chosen !== undefined;
    },
  });
}
