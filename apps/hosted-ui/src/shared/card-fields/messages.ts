import type { PageColors } from '../theme/page-colors.js';
import type { ColorScheme } from '../theme/color-scheme.js';

/** Messages of the payment page to the frame with the card fields. */
export type ToCardFields =
  | { readonly type: 'card-fields:submit' }
  | {
      readonly type: 'card-fields:theme';
      readonly scheme: ColorScheme;
      readonly colors: PageColors;
    }
  /** What stands behind `#` in the URL of the fields is another text now. */
  | { readonly type: 'card-fields:options'; readonly options: string };

/** Messages of the frame to the payment page. */
export type FromCardFields =
  | { readonly type: 'card-fields:ready' }
  /** In CSS pixels. */
  | { readonly type: 'card-fields:height'; readonly height: number }
  | { readonly type: 'card-fields:state'; readonly complete: boolean }
  /**
   * Before `ready`: the fields cannot be shown. An empty message: the payment page has words of its
   * own.
   */
  | { readonly type: 'card-fields:error'; readonly message: string }
  | CardTokenMessage;

export interface CardTokenMessage {
  readonly type: 'card-fields:token';
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiry_month: number;
  readonly expiry_year: number;
  readonly country?: string;
  readonly funding?: string;
}
