// The fake card gateway's fields: the same conversation with the page as the real ones.
import { textsIn } from './card-fields-texts.js';

const query = new URLSearchParams(location.search);
const pageOrigin = query.get('origin') ?? '';
const texts = textsIn(query.get('lang'));
document.documentElement.lang = query.get('lang') ?? 'en';
for (const place of document.querySelectorAll('[data-text]')) {
  place.textContent = texts[place.dataset.text];
}
const inputs = ['number', 'expiry', 'cvc'].map((id) => document.getElementById(id));
const [number, expiry, cvc] = inputs;

function say(message) {
  parent.postMessage(message, pageOrigin);
}

function digits(input) {
  return input.value.replaceAll(/\D/g, '');
}

function brandOf(digitsTyped) {
  if (digitsTyped.startsWith('4')) return 'VISA';
  if (/^5[1-5]|^2[2-7]/.test(digitsTyped)) return 'MASTERCARD';
  if (/^3[47]/.test(digitsTyped)) return 'AMEX';
  if (digitsTyped.startsWith('35')) return 'JCB';
  return digitsTyped.startsWith('62') ? 'UNIONPAY' : 'UNKNOWN';
}

function problemOf(input) {
  if (input === number) return digits(number).length < 15 ? texts.numberError : '';
  if (input === cvc) return digits(cvc).length < 3 ? texts.cvcError : '';
  return /^(0[1-9]|1[0-2])\d\d$/.test(digits(expiry)) ? '' : texts.expiryError;
}

function show(input, problem) {
  input.setAttribute('aria-invalid', String(problem !== ''));
  document.getElementById(`${input.id}-error`).textContent = problem;
}

function submit() {
  for (const input of inputs) show(input, problemOf(input));
  const wrong = inputs.find((input) => problemOf(input) !== '');
  if (wrong) {
    wrong.focus();
    say({ type: 'card-fields:error', message: problemOf(wrong) });
    return;
  }
  const typed = digits(number);
  say({
    type: 'card-fields:token',
    token: `tok_${typed.slice(-4)}`,
    brand: brandOf(typed),
    last4: typed.slice(-4),
    expiry_month: Number(digits(expiry).slice(0, 2)),
    expiry_year: 2000 + Number(digits(expiry).slice(2)),
    country: 'HK',
    funding: 'credit',
  });
}

addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== pageOrigin) return;
  if (event.data.type === 'card-fields:submit') submit();
  if (event.data.type === 'card-fields:theme') {
    document.documentElement.dataset.scheme = event.data.scheme;
  }
});

number.addEventListener('input', () => {
  number.value = digits(number)
    .slice(0, 19)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
});
expiry.addEventListener('input', () => {
  const typed = digits(expiry).slice(0, 4);
  expiry.value = typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed;
});
cvc.addEventListener('input', () => {
  cvc.value = digits(cvc).slice(0, 4);
});
for (const input of inputs) {
  input.addEventListener('input', () => {
    if (problemOf(input) === '') show(input, '');
    const complete = inputs.every((other) => problemOf(other) === '');
    say({ type: 'card-fields:state', complete, brand: brandOf(digits(number)) });
  });
}
document.getElementById('card').addEventListener('submit', (event) => event.preventDefault());

new ResizeObserver(() => {
  say({ type: 'card-fields:height', height: document.documentElement.offsetHeight });
}).observe(document.documentElement);
say({ type: 'card-fields:ready' });
