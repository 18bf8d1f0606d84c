// The card fields: what is typed here goes to this gateway alone. The page around them, known by
// its origin, hears of completeness, height and the token; it may ask to submit and set the scheme.
import {
  digitsOf,
  formattedExpiry,
  grouped,
  isCardNumber,
  isPast,
  parsedExpiry,
  ruleOf,
} from './card-format.js';

const element = (id) => document.getElementById(id);
const settings = JSON.parse(element('settings').textContent);
const { brands, errors, origin, session } = settings;
const root = element('card-fields');
const inputs = { number: element('number'), expiry: element('expiry'), cvc: element('cvc') };
const touched = new Set();
let busy = false;

function post(message) {
  window.parent.postMessage(message, origin);
}

// --- what is wrong with a field, or null ---------------------------------------------------------

const checks = {
  number() {
    const digits = digitsOf(inputs.number.value);
    if (digits === '') return errors.numberMissing;
    return isCardNumber(brands, digits) ? null : errors.numberInvalid;
  },
  expiry() {
    if (inputs.expiry.value.trim() === '') return errors.expiryMissing;
    const expiry = parsedExpiry(inputs.expiry.value);
    if (expiry === null) return errors.expiryInvalid;
    return isPast(expiry, new Date()) ? errors.expiryPast : null;
  },
  cvc() {
    if (inputs.cvc.value === '') return errors.cvcMissing;
    return /^\d{3,4}$/u.test(inputs.cvc.value) ? null : errors.cvcInvalid;
  },
};

function showError(name, text) {
  const input = inputs[name];
  const message = element(`${name}-error`);
  message.textContent = text ?? '';
  message.hidden = text === null;
  if (text === null) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
  } else {
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', message.id);
  }
}

function currentBrand() {
  return ruleOf(brands, digitsOf(inputs.number.value))?.brand ?? null;
}

function tellState() {
  const found = Object.keys(checks).map((name) => ({ name, text: checks[name]() }));
  const shown = found.find(({ name, text }) => text !== null && touched.has(name));
  post({
    type: 'card-fields:state',
    complete: found.every(({ text }) => text === null),
    brand: currentBrand(),
    ...(shown ? { error: shown.text } : {}),
  });
}

// --- typing --------------------------------------------------------------------------------------

/** Rewrites the input and keeps the caret behind the same digit. */
function rewrite(input, text) {
  if (input.value === text) return;
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
  const atEnd = input.selectionStart === input.value.length;
  input.value = text;
  let caret = 0;
  for (let seen = 0; seen < before && caret < text.length; caret += 1) {
    if (/\d/u.test(text.charAt(caret))) seen += 1;
  }
  const target = atEnd ? text.length : caret;
  if (document.activeElement === input) input.setSelectionRange(target, target);
}

function showBrand() {
  const brand = currentBrand();
  element('brand').textContent = brand ?? '';
  element('brand').hidden = brand === null;
}

const rewriters = {
  number() {
    rewrite(inputs.number, grouped(brands, digitsOf(inputs.number.value)));
    showBrand();
  },
  expiry() {
    rewrite(inputs.expiry, formattedExpiry(inputs.expiry.value));
  },
  cvc() {
    rewrite(inputs.cvc, digitsOf(inputs.cvc.value).slice(0, 4));
  },
};

function listenTo(name) {
  const input = inputs[name];
  const take = () => {
    rewriters[name]();
    if (touched.has(name)) showError(name, checks[name]());
    tellState();
  };
  // An input method is not disturbed while it composes full-width digits.
  input.addEventListener('input', ({ isComposing }) => isComposing || take());
  input.addEventListener('compositionend', take);
  input.addEventListener('blur', () => {
    // An empty field that was only passed through is no mistake yet.
    if (input.value === '' && !touched.has(name)) return;
    touched.add(name);
    showError(name, checks[name]());
    tellState();
  });
}

// --- submitting ----------------------------------------------------------------------------------

function refuse(name, text) {
  showError(name, text);
  inputs[name].focus();
  tellState();
  post({ type: 'card-fields:error', message: text });
}

function firstMistake() {
  const wrong = [];
  for (const name of Object.keys(inputs)) {
    touched.add(name);
    const text = checks[name]();
    showError(name, text);
    if (text !== null) wrong.push({ name, text });
  }
  return wrong[0];
}

async function tokenize() {
  const expiry = parsedExpiry(inputs.expiry.value);
  const response = await fetch('tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      session,
      number: digitsOf(inputs.number.value),
      expiry_month: expiry.month,
      expiry_year: expiry.year,
      cvc: inputs.cvc.value,
    }),
  });
  return { ok: response.ok, body: await response.json() };
}

const errorOfField = {
  number: errors.numberInvalid,
  expiry: errors.expiryPast,
  cvc: errors.cvcInvalid,
};

async function submit() {
  if (busy) return;
  const mistake = firstMistake();
  if (mistake) {
    refuse(mistake.name, mistake.text);
    return;
  }
  busy = true;
  root.setAttribute('aria-busy', 'true');
  try {
    const { ok, body } = await tokenize();
    const field = body.error?.field;
    if (ok) post({ type: 'card-fields:token', ...body });
    else if (field in errorOfField) refuse(field, errorOfField[field]);
    else post({ type: 'card-fields:error', message: errors.unreachable });
  } catch {
    post({ type: 'card-fields:error', message: errors.unreachable });
  } finally {
    busy = false;
    root.removeAttribute('aria-busy');
  }
}

// --- the page around -----------------------------------------------------------------------------

window.addEventListener('message', (event) => {
  if (event.origin !== origin || event.source !== window.parent) return;
  const message = event.data;
  if (message?.type === 'card-fields:submit') void submit();
  if (message?.type === 'card-fields:theme' && ['light', 'dark'].includes(message.scheme)) {
    document.documentElement.dataset.scheme = message.scheme;
  }
});

for (const name of Object.keys(inputs)) listenTo(name);
element('card-form').addEventListener('submit', (event) => event.preventDefault());
new ResizeObserver(() => {
  post({ type: 'card-fields:height', height: Math.ceil(root.getBoundingClientRect().height) });
}).observe(root);
post({ type: 'card-fields:ready' });
tellState();
