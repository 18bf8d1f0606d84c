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
  @TextField({
    min: 1,
    max: 100,
    description: 'Your own ID of the payer. The same ID always means the same payment user.',
    example: 'customer-42',
  })
  external_user_id: string;

  @TextField({
    min: 1,
    max: 100,
    notBlank: true,
    description: 'Name of the payer.',
    example: 'Chan Tai Man',
  })
  name: string;

  @EmailField({
    optional: true,
    description: 'E-mail address of the payer.',
    example: 'tm@example.com',
  })
  email?: string;
}

export class PaymentLinkDetails {
  @TextField({
    max: 100,
    description: 'What the payment is for, as the payer sees it.',
    example: 'Order 1001',
  })
  description: string;

  @TextField({ max: 35, description: 'Your own reference of the payment.', example: 'INV-1001' })
  external_transaction_reference: string;
}

/** Appearance and return address of the hosted page. */
export class LinkCustomizationsRequest {
  @EnumField(PAGE_LANGUAGES, {
    optional: true,
    description: 'Language of the hosted page; en when absent.',
  })
  language?: PageLanguage;

  @EnumField(UI_MODES, {
    optional: true,
    description:
      'How the page opens and ends. Default: redirect with a redirect_uri, otherwise standalone.',
  })
  ui_mode?: UiMode;

  @ReturnUriField({
    requiredWhen: whenRedirecting,
    description: 'Where the payer returns to: an https URL. Test apps may use http on loopback.',
    example: 'https://shop.example.com/return',
  })
  redirect_uri?: string;
}

export class CreatePaymentLinkRequest {
  @EnumField(PAYMENT_LINK_MODES, {
    description: 'PAYMENT collects an amount now; SETUP stores a payment method for later.',
  })
  mode: PaymentLinkMode;

  @CurrencyField()
  currency: string;

  @TextField({
    min: 1,
    max: 255,
    description:
      'Your own reference of the link. A repeat with the same content returns the same link.',
    example: 'order-1001',
  })
  unique_reference_id: string;

  @ObjectField(() => PaymentLinkSenderRequest, {
    description: 'The payer, who becomes a payment user.',
  })
  sender: PaymentLinkSenderRequest;

  @AmountField({
    min: 1,
    requiredWhen: whenPayment,
    forbiddenWhen: whenSetup,
    description: 'Amount to collect, in minor units. Required for mode PAYMENT, refused for SETUP.',
    example: 12500,
  })
  amount?: number;

  @ObjectField(() => PaymentLinkDetails, {
    requiredWhen: whenPayment,
    description: 'Description and reference of the payment. Required when mode is PAYMENT.',
  })
  payment_details?: PaymentLinkDetails;

  @ObjectField(() => LinkCustomizationsRequest, {
    optional: true,
    description: 'Language of the hosted page, and how the payer returns.',
  })
  link_customizations?: LinkCustomizationsRequest;

  @ChoosesFuturePayments()
  @ObjectField(() => PaymentSetupOptionsRequest, {
    requiredWhen: whenSetup,
    description:
      'How the payment method is stored. Required for SETUP; with PAYMENT it is stored too.',
    example: { payment_method_types: ['CARD'] },
  })
  payment_setup_options?: PaymentSetupOptionsRequest;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @MetadataField({
    optional: true,
    description: 'Your own attributes of the payments; copied to each payment of the link.',
  })
  payment_metadata?: Record<string, string>;

  @ObjectField(() => LinkIntegrationMetadataRequest, {
    optional: true,
    description: 'Data about the payer in the external billing system.',
  })
  integration_metadata?: LinkIntegrationMetadataRequest;
}

function ChoosesFuturePayments(): PropertyDecorator {
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
