import type { Texts } from '../../src/pages/pay/i18n/texts.js';
import type { ScenarioName } from '../fake/scenarios.js';
import type { Payer } from './payer.js';

/** One screen of the payment page, and the way to it. */
export interface GalleryEntry {
  readonly name: string;
  /** Null: the page opened without any link. */
  readonly scenario: ScenarioName | null;
  /** Brings the payer to the screen and waits until it shows. */
  readonly arrive: (payer: Payer, texts: Texts) => Promise<void>;
}
