import { standInForStripe } from '@towpath/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { PAY_SCENARIOS, type Scenario } from '../fake/scenarios.js';

export { stripeCardIn, typeStripeCard } from '@towpath/testing';

const WITHOUT = { script_blocked: 'script', loading: 'fields' } as const;

/** What a processor answers: a token, without a card behind it. */
function tokenFor(form: URLSearchParams): Response {
  const of = (name: string) => form.get(`payment_method_data[card][${name}]`) ?? '';
  const last4 = of('number').slice(-4);
  const card = {
    ...{ brand: 'visa', last4, country: 'HK', funding: 'credit' },
    exp_month: Number(of('exp_month')),
    exp_year: 2000 + Number(of('exp_year')),
  };
  const payment_method_preview = { type: 'card', card };
  return Response.json({
    id: `ctoken_${last4}`,
    object: 'confirmation_token',
    payment_method_preview,
  });
}

/** Answers as the processor of a scenario does, if it has one. */
export async function actAsProcessor(place: BrowserContext | Page, name: string): Promise<void> {
  const scenarios: Readonly<Record<string, Scenario>> = PAY_SCENARIOS;
  const answers = scenarios[name]?.processorFields;
  if (!answers) return;
  await standInForStripe(place, {
    confirmationTokens: async (form) => {
      if (answers === 'no_token') throw new Error('nobody answers');
      return Promise.resolve(tokenFor(form));
    },
    ...(answers in WITHOUT && { without: WITHOUT[answers as keyof typeof WITHOUT] }),
  });
}
