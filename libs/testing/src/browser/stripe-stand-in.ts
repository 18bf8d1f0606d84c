// Stands in for Stripe's script in the browser: the part of its interface that our page uses, in its
// own types. It throws for every option that it does not know. It runs without imports.
import type {
  ConfirmationToken,
  CreateConfirmationToken,
  Stripe,
  StripeConstructorOptions,
  StripeElements,
  StripeElementsOptionsMode,
  StripeElementsUpdateOptions,
  StripeError,
  StripePaymentElement,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';

/** The names of the options of each member of a union. */
type NameOf<T> = T extends unknown ? keyof T : never;
type Known<T> = Partial<Record<NameOf<T>, true>>;

const SCRIPT_OPTIONS: Known<StripeConstructorOptions> = { stripeAccount: true };
const ELEMENTS_OPTIONS: Known<StripeElementsOptionsMode> = {
  mode: true,
  amount: true,
  currency: true,
  captureMethod: true,
  setupFutureUsage: true,
  allowedPaymentMethodTypes: true,
  locale: true,
  appearance: true,
};
const UPDATE_OPTIONS: Known<StripeElementsUpdateOptions> = {
  mode: true,
  amount: true,
  currency: true,
  captureMethod: true,
  setupFutureUsage: true,
  allowedPaymentMethodTypes: true,
  appearance: true,
};
const PAYMENT_OPTIONS: Known<StripePaymentElementOptions> = {
  layout: true,
  wallets: true,
  terms: true,
};
const TOKEN_OPTIONS: Known<CreateConfirmationToken> = { elements: true };

const HOME = 'https://js.stripe.com';

interface Call {
  readonly name: string;
  readonly given: unknown;
}

interface Entered {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

const calls: Call[] = [];

/** Notes a call, and refuses options that Stripe does not have. */
function note(name: string, given: object, known: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(given).filter((option) => known[option] !== true);
  if (unknown.length > 0) throw new Error(`${name} has no option ${unknown.join(', ')}`);
  // Elements are no data that a test could read.
  const plain = Object.entries(given).filter(([option]) => option !== 'elements');
  calls.push({ name, given: structuredClone(Object.fromEntries(plain)) });
}

function mistake(message: string): { readonly error: StripeError } {
  return { error: { type: 'validation_error', message } as StripeError };
}

class StandInElements implements Pick<StripeElements, 'submit' | 'update'> {
  private readonly frame = document.createElement('iframe');
  private readonly handlers = new Map<string, ((event: never) => void)[]>();
  private entered: Entered = { number: '', expiry: '', cvc: '' };

  constructor(private options: StripeElementsOptionsMode) {
    addEventListener('message', ({ source, origin, data }: MessageEvent<object>) => {
      if (origin === HOME && source === this.frame.contentWindow) this.receive(data);
    });
  }

  create(type: 'payment', options: StripePaymentElementOptions): StripePaymentElement {
    note(`create ${type}`, options, PAYMENT_OPTIONS);
    const element = {
      on: (event: string, handler: (event: never) => void) => {
        this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
        return element;
      },
      mount: (place: HTMLElement) => this.mount(place),
    };
    return element as unknown as StripePaymentElement;
  }

  async update(options: StripeElementsUpdateOptions): Promise<void> {
    note('update', options, UPDATE_OPTIONS);
    this.options = { ...this.options, ...options } as StripeElementsOptionsMode;
    this.show();
    return Promise.resolve();
  }

  async submit(): ReturnType<StripeElements['submit']> {
    note('submit', {}, {});
    const { number, expiry, cvc } = this.entered;
    if (number.length < 15) return mistake('Your card number is incomplete.');
    if (expiry.length < 4) return mistake("Your card's expiration date is incomplete.");
    if (cvc.length < 3) return mistake("Your card's security code is incomplete.");
    return Promise.resolve({ selectedPaymentMethod: 'card' });
  }

  get card(): Entered {
    return this.entered;
  }

  private mount(place: HTMLElement): void {
    this.frame.src = `${HOME}/stand-in/card.html`;
    this.frame.title = 'Secure payment input frame';
    // As Stripe does it: the policy of the page must permit it.
    this.frame.setAttribute('style', 'border: 0; width: 100%; height: 210px; display: block');
    place.append(this.frame);
  }

  private show(): void {
    const { locale, appearance } = this.options;
    this.frame.contentWindow?.postMessage({ locale, ...appearance?.variables }, HOME);
  }

  private receive(data: object): void {
    const { loaded, height, entered } = data as {
      readonly loaded?: true;
      readonly height?: number;
      readonly entered?: Entered;
    };
    if (loaded) {
      this.show();
      this.tell('ready', { elementType: 'payment' });
    }
    if (height) this.frame.style.height = `${height}px`;
    if (entered) {
      this.entered = entered;
      const { number, expiry, cvc } = entered;
      const complete = number.length > 14 && expiry.length > 3 && cvc.length > 2;
      this.tell('change', { elementType: 'payment', complete });
    }
  }

  private tell(event: string, content: object): void {
    for (const handler of this.handlers.get(event) ?? []) handler(content as never);
  }
}

class StandInStripe implements Pick<Stripe, 'elements' | 'createConfirmationToken'> {
  private opened: StandInElements | null = null;

  constructor(private readonly key: string) {}

  elements(options?: object): StripeElements {
    note('elements', options ?? {}, ELEMENTS_OPTIONS);
    this.opened = new StandInElements(options as StripeElementsOptionsMode);
    return this.opened as unknown as StripeElements;
  }

  async createConfirmationToken(
    options: CreateConfirmationToken,
  ): ReturnType<Stripe['createConfirmationToken']> {
    note('createConfirmationToken', options, TOKEN_OPTIONS);
    if ((options.elements as unknown) !== this.opened) throw new Error('other elements');
    try {
      const answer = await fetch('https://api.stripe.com/v1/confirmation_tokens', {
        method: 'POST',
        headers: { authorization: `Bearer ${this.key}` },
        body: new URLSearchParams({ ...this.opened?.card }),
      });
      return { confirmationToken: (await answer.json()) as ConfirmationToken };
    } catch {
      const message = 'We are experiencing issues connecting to our payments provider.';
      return { error: { type: 'api_connection_error', message } as StripeError };
    }
  }
}

Object.assign(window, {
  standInCalls: calls,
  Stripe: (key: string, options: StripeConstructorOptions = {}) => {
    note('Stripe', options, SCRIPT_OPTIONS);
    return new StandInStripe(key);
  },
});
