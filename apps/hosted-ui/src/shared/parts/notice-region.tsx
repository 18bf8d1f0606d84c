import { Icon } from './icon.js';

/** For fields that it is about. */
export const STEP_NOTICE = 'step-notice';

interface NoticeRegionProps {
  /** Null if there is no notice. */
  readonly text: string | null;
}

/** The region stays in the page, so that assistive technology announces what appears in it. */
export function NoticeRegion({ text }: NoticeRegionProps) {
  return (
    <div id={STEP_NOTICE} role="alert" class="notice-region">
      {text !== null && (
        <div class="notice">
          <Icon name="alert" />
          <p>{text}</p>
        </div>
      )}
    </div>
  );
}
