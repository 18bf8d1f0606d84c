import { GOOD_ACCOUNT, MandatePayer } from './mandate-payer.js';
import type { GalleryEntry } from './gallery-entry.js';
import type { Payer } from './payer.js';
import type { Texts } from '../../src/pages/pay/i18n/texts.js';
import type { ScenarioName } from '../fake/scenarios.js';

type Cause = keyof Texts['debit']['failed'];

const consent = (payer: Payer, texts: Texts) =>
  choosesDebit(payer, texts, (at) => at.entersAccount());

/** Direct debit on the payment page: its steps, and what becomes of the payment. */
export const DEBIT_GALLERY: readonly GalleryEntry[] = [
  { name: 'debit-offer', scenario: 'debit', arrive: (payer) => payer.seesCardForm() },
  { name: 'debit-only', scenario: 'setup_debit', arrive: seesOffer },
  {
    name: 'debit-or-card-setup',
    scenario: 'setup_choice',
    arrive: (payer) => payer.seesCardForm(),
  },
  { name: 'debit-institution', scenario: 'debit', arrive: (...to) => choosesDebit(...to) },
  {
    name: 'debit-account',
    scenario: 'debit',
    arrive: (payer, texts) => choosesDebit(payer, texts, (at) => at.choosesBank()),
  },
  { name: 'debit-consent', scenario: 'debit', arrive: consent },
  { name: 'debit-consent-below-due-faults', scenario: 'debit', arrive: limitsTooLow },
  {
    name: 'debit-login',
    scenario: 'debit',
    arrive: (payer, texts) => choosesDebit(payer, texts, (at) => at.agrees()),
  },
  ended('debit-processing', 'new_debit_stuck', ({ processing }) => processing.title),
  ended('debit-success', 'debit', ({ success }) => success.title),
  ended('debit-setting-up', 'setup_debit_stuck', ({ debit }) => debit.settingUp.title),
  ended('debit-set-up', 'setup_debit', ({ debit }) => debit.setUpDone),
  failure('saved-debit-authentication', 'debit_authentication', 'AUTHENTICATION_FAILED'),
  failure('saved-debit-limit', 'debit_limit', 'OUTSIDE_TERMS'),
  failure('saved-debit-withdrawn', 'debit_withdrawn', 'ENDED'),
  failure('saved-debit-other', 'debit_other', 'OTHER'),
];

function failure(name: string, scenario: ScenarioName, cause: Cause): GalleryEntry {
  return {
    name,
    scenario,
    arrive: async (payer, { debit }) => {
      await payer.tapsFirst();
      await payer.sees(debit.failed[cause].title);
    },
  };
}

function ended(
  name: string,
  scenario: ScenarioName,
  title: (texts: Texts) => string,
): GalleryEntry {
  return {
    name,
    scenario,
    arrive: async (payer, texts) => {
      await choosesDebit(payer, texts, (at) => at.setsItUp());
      await payer.sees(title(texts));
    },
  };
}

async function seesOffer(payer: Payer, { oneTap }: Texts): Promise<void> {
  await payer.sees(oneTap.setupTitle);
}

async function choosesDebit(
  payer: Payer,
  { debit }: Texts,
  goOn: (at: MandatePayer) => Promise<void> = async () => {},
): Promise<void> {
  await payer.presses(debit.offer);
  const at = new MandatePayer(payer.page);
  await at.bank('Test Bank').waitFor();
  await goOn(at);
}

async function limitsTooLow(payer: Payer, texts: Texts): Promise<void> {
  await choosesDebit(payer, texts, async (at) => {
    await at.entersAccount(GOOD_ACCOUNT);
    await at.limits('80');
    await at.mainButton.click();
    await at.page.locator('#own-most-fault').waitFor();
  });
}
