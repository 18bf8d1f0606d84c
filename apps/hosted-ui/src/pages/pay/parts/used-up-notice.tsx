import type { HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/texts.js';
import { moneyMovedText } from '../flow/failure-of.js';
import { usedUpTypes } from '../flow/used-up.js';
import { Icon } from '../../../shared/parts/icon.js';

interface UsedUpNoticeProps {
  readonly view: HostedView;
  readonly texts: Texts;
}

/**
 * Why a method is no longer offered. The region is permanent, so that screen readers announce
 * changes.
 */
export function UsedUpNotice({ view, texts }: UsedUpNoticeProps) {
  const types = usedUpTypes(view);
  return (
    <div role="alert" class="notice-region">
      {types.length > 0 && (
        <div class="notice">
          <Icon name="alert" />
          <div>
            {types.map((type) => (
              <p key={type}>{texts.usedUp.by[type](view.merchant.display_name)}</p>
            ))}
            <p>{moneyMovedText(view.money_moved, view, texts)}</p>
          </div>
        </div>
      )}
    </div>
  );
}
