import type {
  Appearance,
  ConfirmationToken,
  Stripe,
  StripeElements,
  StripeElementsUpdateOptions,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import type { CardTokenMessage, FromCardFields } from '../../shared/card-fields/messages.js';
import { colorsIn, type PageColors } from '../../shared/theme/page-colors.js';
import type { ColorScheme } from '../../shared/theme/color-scheme.js';
import { isRecord, textOrNull } from '../../shared/values.js';
import { cardTermsIn, stripeLocale, type FieldsAddress } from './card-terms.js';
import type { FieldsTexts } from './texts.js';

/** Cards only, no wallet and no Link; the page around asks for the consent to keep a card. */
const PAYMENT_ELEMENT: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
};

interface StripeFieldsParts {
  readonly stripe: Pick<Stripe, 'elements' | 'createConfirmationToken'>;
  readonly address: Omit<FieldsAddress, 'publishableKey' | 'account'>;
  readonly style: { readonly scheme: ColorScheme; readonly colors: PageColors };
  /** Where Stripe inserts its fields. */
  readonly place: HTMLElement;
  readonly say: (message: FromCardFields) => void;
  /** For failures that are not of the card, in the payer's language. */
  readonly texts: Pick<FieldsTexts, 'notLoaded' | 'unreachable'>;
}

/** Stripe's Payment Element, and its conversation with the payment page. */
export class StripeFields {
  private readonly elements: StripeElements;
  private isBusy = false;
  /** Of the latest change of the options. */
  private changed: Promise<void> = Promise.resolve();

  constructor(private readonly parts: StripeFieldsParts) {
    const { stripe, address, style, say, place, texts } = parts;
    this.elements = stripe.elements({
      ...address.terms,
      locale: stripeLocale(address.language),
      appearance: appearanceOf(style.scheme, style.colors),
    });
    const payment = this.elements.create('payment', PAYMENT_ELEMENT);
    payment.on('ready', () => say({ type: 'card-fields:ready' }));
    payment.on('loaderror', () => say({ type: 'card-fields:error', message: texts.notLoaded }));
    payment.on('change', ({ complete }) => say({ type: 'card-fields:state', complete }));
    payment.mount(place);
  }

  /** A message of the payment page; its origin was checked. */
  receive(message: unknown): void {
    if (!isRecord(message)) return;
    const { type, scheme, colors, options } = message;
    if (type === 'card-fields:submit') void this.submit();
    if (type === 'card-fields:theme' && (scheme === 'light' || scheme === 'dark')) {
      const given = isRecord(colors) ? colorsIn(colors) : null;
      if (given) this.change({ appearance: appearanceOf(scheme, given) });
    }
    if (type === 'card-fields:options') {
      const terms = cardTermsIn(textOrNull(options) ?? '');
      if (terms) this.change(terms);
    }
  }

  private change(options: StripeElementsUpdateOptions): void {
    const { elements } = this;
    const earlier = this.changed.catch(() => undefined);
    this.changed = earlier.then(() => elements.update(options));
    // A failure is that of the next submission, which waits for the latest change.
    this.changed.catch(() => undefined);
  }

  /** Answers once, however often it is asked meanwhile. */
  private async submit(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.parts.place.setAttribute('aria-busy', 'true');
    const answer = await this.token().catch((): FromCardFields => this.unreachable);
    this.isBusy = false;
    this.parts.place.removeAttribute('aria-busy');
    this.parts.say(answer);
  }

  private async token(): Promise<FromCardFields> {
    const { elements } = this;
    await this.changed;
    const submitted = await elements.submit();
    if (submitted.error) return this.failure(submitted.error);
    const made = await this.parts.stripe.createConfirmationToken({ elements });
    if (made.error) return this.failure(made.error);
    return cardMessage(made.confirmationToken) ?? this.unreachable;
  }

  private failure({ type, message = '' }: StripeError): FromCardFields {
    const isOfCard = type === 'validation_error' || type === 'card_error';
    return isOfCard ? { type: 'card-fields:error', message } : this.unreachable;
  }

  private get unreachable(): FromCardFields {
    return { type: 'card-fields:error', message: this.parts.texts.unreachable };
  }
}

/** Null for a token of something else than a card. */
function cardMessage({ id, payment_method_preview: method }: ConfirmationToken) {
  const { card } = method;
  if (!card?.last4) return null;
  const { brand, last4, exp_month: expiry_month, exp_year: expiry_year, country, funding } = card;
  const message: CardTokenMessage = {
    type: 'card-fields:token',
    token: id,
    brand,
    last4,
    expiry_month,
    expiry_year,
    ...(country && { country }),
    ...(funding && { funding: funding.toUpperCase() }),
  };
  return message;
}

/** Fields like those of the payment page around them. */
function appearanceOf(scheme: ColorScheme, colors: PageColors): Appearance {
  const { accent, surface, text, muted, bad } = colors;
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: accent,
      colorBackground: surface,
      colorText: text,
      colorTextSecondary: muted,
      colorTextPlaceholder: muted,
      colorDanger: bad,
      borderRadius: '10px',
      // A smaller size makes phones zoom in.
      fontSizeBase: '16px',
      fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
    },
    rules: {
      '.Label': { fontSize: '15px', fontWeight: '600' },
      '.Input': { border: `1px solid ${muted}`, boxShadow: 'none', padding: '13px 14px' },
      // Inwards: the edge of the frame would cut off a ring outside.
      '.Input:focus': {
        borderColor: accent,
        outline: 'none',
        boxShadow: `inset 0 0 0 2px ${accent}`,
      },
      '.Input--invalid': { borderColor: bad, boxShadow: `inset 0 0 0 1px ${bad}` },
    },
  };
}
