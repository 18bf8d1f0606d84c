import { languageOf } from '../../shared/i18n/languages.js';
import type { FromCardFields } from '../../shared/card-fields/messages.js';
import '../../shared/styles/tokens.css';
import { currentScheme } from '../../shared/theme/color-scheme.js';
import { pageColors } from '../../shared/theme/page-colors.js';
import { fieldsAddressIn, type FieldsAddress } from './card-terms.js';
import './stripe-fields.css';
import { StripeFields } from './stripe-fields.js';
import { FIELDS_TEXTS } from './texts.js';

/** The release that fits the types and the server's SDK; it may come from nowhere else. */
const SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';

/**
 * Shows the card fields. Without a page that may frame them, or an address of our server, it stays
 * silent: the payment page then says so and offers to load them again.
 */
async function start(): Promise<void> {
  const place = document.getElementById('card-fields');
  const meta = document.querySelector<HTMLMetaElement>('meta[name="page-origin"]');
  const address = fieldsAddressIn(window.location.href);
  if (!place || !meta?.content || !address) return;
  const pageOrigin = meta.content;
  const texts = FIELDS_TEXTS[languageOf([address.language])];
  document.documentElement.lang = address.language;
  document.title = texts.title;
  const say = (message: FromCardFields) => window.parent.postMessage(message, pageOrigin);
  const style = { scheme: currentScheme(), colors: pageColors() };
  const stripe = await openStripe(address);
  if (!stripe) return say({ type: 'card-fields:error', message: texts.notLoaded });
  const fields = new StripeFields({ stripe, address, style, place, say, texts });
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    if (origin === pageOrigin && source === window.parent) fields.receive(data);
  });
  new ResizeObserver(() => {
    say({ type: 'card-fields:height', height: Math.ceil(place.getBoundingClientRect().height) });
  }).observe(place);
}

/** Null when the script cannot be loaded. */
async function openStripe({ publishableKey, account }: FieldsAddress) {
  const script = document.createElement('script');
  script.src = SCRIPT_URL;
  const isLoaded = await new Promise<boolean>((resolve) => {
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
    document.head.append(script);
  });
  if (!isLoaded || !window.Stripe) return null;
  return window.Stripe(publishableKey, account === null ? {} : { stripeAccount: account });
}

void start();
