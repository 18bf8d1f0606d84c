import type { CardToken, HostedView } from '../../src/pages/pay/api/hosted-view.js';
import { languageFor } from '../../src/shared/i18n/languages.js';
import type { Operations } from './fake-api.js';
import { type FakePaymentLink, type Used, usedCard } from './fake-link.js';
import { Refusal, type Reply } from './reply.js';
import { stripeFieldsUrl } from './stripe-fields.js';
import type { SubmitOutcome } from './scenarios.js';

const HOME = '/payment_links/hosted';

/** Opens a mandate that pays the link: its token, and whether the payer has given everything. */
type OpenDebit = (
  view: HostedView,
  origin: string,
) => { readonly token: string; readonly isGiven: () => boolean };

export function paymentOperations(openDebit: OpenDebit): Operations<FakePaymentLink> {
  return {
    [`GET ${HOME}/available_payment_methods`]: (link) => ({
      available_payment_methods: methodsOf(link),
    }),
    [`POST ${HOME}/select_payment_method`]: (link, { body, url: { origin } }) => {
      link.chosen = body;
      const attempt_id = link.select();
      if (!attempt_id) return new Refusal(400, 'INVALID_PAYMENT_LINK_STATUS');
      if (body['payment_method_type'] === 'MANDATE' && !body['payment_method_id']) {
        const { token: mandate_token, isGiven } = openDebit(link.current(), origin);
        link.waitForDebit(isGiven);
        return { attempt_id, mandate_token };
      }
      const { surcharge: surcharge_amount } = link;
      return {
        attempt_id,
        surcharge_amount,
        card_fields_url: fieldsUrl(link, { id: attempt_id, at: origin }),
      };
    },
    [`POST ${HOME}/submit_payment_method`]: (link, { body }) => {
      const isDebit = link.chosen.payment_method_id === SAVED_DEBIT.payment_method_id;
      const used = isDebit ? DEBIT : SAVED_CARD;
      return afterSubmit(link, link.submit(String(body['attempt_id']), used));
    },
    [`POST ${HOME}/autopay_enrollment`]: (link) => link.change({ autopay_enrollment: undefined }),
    [`POST ${HOME}/submit_card`]: (link, { body }) =>
      link.submission(() => {
        const used = usedCard(body['card'] as CardToken);
        return afterSubmit(link, link.submit(String(body['attempt_id']), used));
      }),
  };
}

/** Of the attempt that was just selected. */
function fieldsUrl(link: FakePaymentLink, attempt: { readonly id: string; readonly at: string }) {
  const { silentCardFields, processorFields } = link.scenario;
  const view = link.current();
  const lang = languageFor(view);
  if (processorFields) {
    const { surcharge = 0 } = link;
    return stripeFieldsUrl(link.at.fields.origin, {
      view,
      surcharge,
      language: TAGS[lang] ?? lang,
    });
  }
  const page = `${link.at.gateway.origin}/${silentCardFields ? 'silent' : 'card-fields'}`;
  const query = new URLSearchParams({ session: attempt.id, origin: attempt.at, lang });
  return `${page}?${String(query)}`;
}

const TAGS: Readonly<Record<string, string>> = { 'zh-Hant': 'zh-HK', 'zh-Hans': 'zh-CN' };

const ACCOUNT = { payment_account_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AC' };
const CARD = {
  ...ACCOUNT,
  payment_method_type: 'CARD',
  recurring: true,
  payment_method_subtype: 'CARD_GENERIC',
  payment_methods_list: ['VISA', 'MASTERCARD', 'AMEX', 'JCB', 'UNIONPAY'],
};
const SAVED = {
  ...CARD,
  payment_method_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AD',
  card: { brand: 'Visa', last4: '4242', expiry_month: 12, expiry_year: 2034 },
};
const NEW_DEBIT = {
  ...ACCOUNT,
  payment_method_type: 'MANDATE',
  recurring: true,
  payment_method_subtype: 'MANDATE_GENERIC',
};
const SAVED_DEBIT = {
  ...NEW_DEBIT,
  payment_method_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AE',
  sender_account: { account_number_masked: '****8833', institution_name: 'Victoria Harbour Bank' },
};
const WALLET = {
  ...ACCOUNT,
  payment_method_type: 'WALLET',
  recurring: false,
  payment_method_subtype: 'WALLET_GENERIC',
};
const METHODS = {
  saved: SAVED,
  saved_debit: SAVED_DEBIT,
  card: CARD,
  wallet: WALLET,
  debit: NEW_DEBIT,
};

/** What an attempt with a saved one is with. */
const SAVED_CARD = usedCard(SAVED.card);
const DEBIT: Used = { payment_method_type: 'MANDATE', sender_account: SAVED_DEBIT.sender_account };

function methodsOf({ scenario, savedHasEnded, surcharge: surcharge_amount }: FakePaymentLink) {
  const { noMethods, methods = ['card'] } = scenario;
  if (noMethods) return [];
  const left = methods.filter((name) => !(savedHasEnded && name === 'saved_debit'));
  return left.map((name) => ({ ...METHODS[name], surcharge_amount }));
}

function afterSubmit(link: FakePaymentLink, outcome: SubmitOutcome): Reply {
  switch (outcome) {
    case 'answer_lost':
    case 'request_lost':
      return 'lost';
    case 'rate_limited':
    case 'used_up':
      return new Refusal(429, 'RATE_LIMITED');
    case 'method_ended':
      return new Refusal(400, 'INVALID_PAYMENT_METHOD_STATUS');
    case 'link_gone':
      return new Refusal(400, 'INVALID_PAYMENT_LINK_STATUS');
    default:
      return link.current();
  }
}
