// Stands in for Stripe's script in the browser: the part of its interface that our page uses, in its
// own types. It throws for every option that it does not know. It runs without imports.
import type {
  Appearance,
  ConfirmationToken,
  CreateConfirmationToken,
  Stripe,
  StripeConstructorOptions,
  StripeElementLocale,
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
const COUNTRY = 'HK';

type Field = 'number' | 'expiry' | 'cvc';
type Words = Readonly<Record<Field | 'country', string>> & {
  /** As number, expiry and code are not complete. */
  readonly incomplete: readonly string[];
};

/** In each language that our pages have. */
const WORDS: { readonly [Locale in StripeElementLocale]?: Words } = {
  en: {
    number: 'Card number',
    expiry: 'Expiration date',
    cvc: 'Security code',
    country: 'Country',
    incomplete: [
      'Your card number is incomplete.',
      "Your card's expiration date is incomplete.",
      "Your card's security code is incomplete.",
    ],
  },
  'zh-HK': {
    number: '卡號',
    expiry: '到期日',
    cvc: '安全碼',
    country: '國家／地區',
    incomplete: ['您的卡號不完整。', '您的卡片到期日不完整。', '您的卡片安全碼不完整。'],
  },
  zh: {
    number: '卡号',
    expiry: '有效期',
    cvc: '安全码',
    country: '国家/地区',
    incomplete: ['您的卡号不完整。', '您的银行卡有效期不完整。', '您的银行卡安全码不完整。'],
  },
  ko: {
    number: '카드 번호',
    expiry: '만료 날짜',
    cvc: '보안 코드',
    country: '국가',
    incomplete: [
      '카드 번호가 불완전합니다.',
      '카드 만료 날짜가 불완전합니다.',
      '카드 보안 코드가 불완전합니다.',
    ],
  },
  vi: {
    number: 'Số thẻ',
    expiry: 'Ngày hết hạn',
    cvc: 'Mã bảo mật',
    country: 'Quốc gia',
    incomplete: [
      'Số thẻ của bạn không đầy đủ.',
      'Ngày hết hạn thẻ của bạn không đầy đủ.',
      'Mã bảo mật thẻ của bạn không đầy đủ.',
    ],
  },
};

/** Digits. */
type Entered = Readonly<Record<Field, string>>;

const LEAST: readonly (readonly [Field, number])[] = [
  ['number', 15],
  ['expiry', 4],
  ['cvc', 3],
];

const calls: { readonly name: string; readonly given: unknown }[] = [];

/** Notes a call, and refuses options that Stripe does not have. */
function note(name: string, given: object, known: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(given).filter((option) => known[option] !== true);
  if (unknown.length > 0) throw new Error(`${name} has no option ${unknown.join(', ')}`);
  // Elements are no data that a test could read.
  const plain = Object.entries(given).filter(([option]) => option !== 'elements');
  calls.push({ name, given: structuredClone(Object.fromEntries(plain)) });
}

/** The look of the fields as a style sheet. */
function styleOf({ variables = {}, rules = {} }: Appearance): string {
  const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const body = (values: object) =>
    Object.entries(values).map(([name, value]) => `${kebab(name)}: ${String(value)};`);
  const named = Object.entries(variables).map(([name, value]) => `--${name}: ${String(value)};`);
  const ruled = Object.entries(rules).map(
    ([selector, values]) => `${selector} { ${body(values).join(' ')} }`,
  );
  return [`:root { ${named.join(' ')} }`, ...ruled].join('\n');
}

class StandInElements implements Pick<StripeElements, 'submit' | 'update'> {
  private readonly frame = document.createElement('iframe');
  private readonly handlers = new Map<string, ((event: never) => void)[]>();
  private readonly words: Words;
  private entered: Entered = { number: '', expiry: '', cvc: '' };
  private isReady = false;
  /** A token needs a submission that found nothing wrong, and what it checked. */
  private isChecked = false;

  constructor(private options: StripeElementsOptionsMode) {
    const { locale = 'auto' } = options;
    const words = WORDS[locale];
    if (!words) throw new Error(`there are no words in ${locale}`);
    this.words = words;
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
    const wrong = this.missing.map((field) => [field, this.mistakeOf(field)] as const);
    this.say({ faults: Object.fromEntries(wrong) });
    const [[, message] = []] = wrong;
    if (message) return { error: { type: 'validation_error', message } as StripeError };
    this.isChecked = true;
    return Promise.resolve({ selectedPaymentMethod: 'card' });
  }

  /** What the script sends to Stripe with the key. */
  get form(): Readonly<Record<string, string>> {
    if (!this.isChecked) throw new Error('elements.submit() comes before a confirmation token');
    const { setupFutureUsage: usage } = this.options;
    const { number, expiry, cvc } = this.entered;
    const card = 'payment_method_data[card]';
    return {
      'payment_method_data[type]': 'card',
      [`${card}[number]`]: number,
      [`${card}[exp_month]`]: expiry.slice(0, 2),
      [`${card}[exp_year]`]: expiry.slice(2),
      [`${card}[cvc]`]: cvc,
      'payment_method_data[billing_details][address][country]': COUNTRY,
      ...(usage && { setup_future_usage: usage }),
    };
  }

  private get missing(): Field[] {
    return LEAST.filter(([field, least]) => this.entered[field].length < least).map(([it]) => it);
  }

  private mistakeOf(field: Field): string {
    return this.words.incomplete[LEAST.findIndex(([known]) => known === field)] ?? '';
  }

  private mount(place: HTMLElement): void {
    this.frame.src = `${HOME}/stand-in/card.html`;
    this.frame.title = 'Secure payment input frame';
    // As Stripe does it: the policy of the page must permit it.
    this.frame.setAttribute('style', 'border: 0; width: 100%; height: 210px; display: block');
    place.append(this.frame);
  }

  private show(): void {
    const { locale = 'en', appearance = {} } = this.options;
    const country = new Intl.DisplayNames(locale, { type: 'region' }).of(COUNTRY);
    this.say({ shown: { locale, words: this.words, country, style: styleOf(appearance) } });
  }

  private say(message: object): void {
    this.frame.contentWindow?.postMessage(message, HOME);
  }

  private receive(data: object): void {
    const { loaded, height, entered } = data as {
      readonly loaded?: true;
      readonly height?: number;
      readonly entered?: Entered;
    };
    if (loaded) this.show();
    if (height) {
      this.frame.style.height = `${height}px`;
      // Its words are shown.
      if (!this.isReady) this.tell('ready', { elementType: 'payment' });
      this.isReady = true;
    }
    if (entered) {
      this.entered = entered;
      this.isChecked = false;
      this.tell('change', { elementType: 'payment', complete: this.missing.length === 0 });
    }
  }

  private tell(event: string, content: object): void {
    for (const handler of this.handlers.get(event) ?? []) handler(content as never);
  }
}

class StandInStripe implements Pick<Stripe, 'elements' | 'createConfirmationToken'> {
  private opened: StandInElements | null = null;

  constructor(private readonly sent: Readonly<Record<string, string>>) {}

  elements(options?: object): StripeElements {
    note('elements', options ?? {}, ELEMENTS_OPTIONS);
    this.opened = new StandInElements(options as StripeElementsOptionsMode);
    return this.opened as unknown as StripeElements;
  }

  async createConfirmationToken(
    options: CreateConfirmationToken,
  ): ReturnType<Stripe['createConfirmationToken']> {
    note('createConfirmationToken', options, TOKEN_OPTIONS);
    const { opened } = this;
    if (!opened || (options.elements as unknown) !== opened) throw new Error('other elements');
    const body = new URLSearchParams({ ...this.sent, ...opened.form });
    try {
      const answer = await fetch('https://api.stripe.com/v1/confirmation_tokens', {
        method: 'POST',
        body,
      });
      if (answer.ok) return { confirmationToken: (await answer.json()) as ConfirmationToken };
      return (await answer.json()) as { readonly error: StripeError };
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
    const { stripeAccount } = options;
    return new StandInStripe({ key, ...(stripeAccount && { _stripe_account: stripeAccount }) });
  },
});
