import type { ComponentChildren } from 'preact';
import type { PageTexts } from '../i18n/page/en.js';
import { Icon } from './icon.js';

/** For fields that it is about. */
export const STEP_NOTICE = 'step-notice';

interface NoticeRegionProps {
  readonly id?: typeof STEP_NOTICE;
  /** Empty if there is no notice. */
  readonly children: ComponentChildren;
}

/** The region stays in the page, so that assistive technology announces what appears in it. */
export function NoticeRegion({ id, children }: NoticeRegionProps) {
  return (
    <div id={id} role="alert" class="notice-region">
      {children && (
        <div class="notice">
          <Icon name="alert" />
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}

export function StepNotice({ text }: { readonly text: string | null }) {
  return <NoticeRegion id={STEP_NOTICE}>{text && <p>{text}</p>}</NoticeRegion>;
}

/** Only for assistive technology; empty while there is nothing to say. */
export function Announced({ text }: { readonly text: string | false | null }) {
  return (
    <p class="visually-hidden" role="status">
      {text}
    </p>
  );
}

interface UnreachableProps {
  readonly state: { readonly unreachable: boolean };
  readonly texts: PageTexts;
}

/** For screens that wait: the last poll failed. */
export function Unreachable({ state, texts }: UnreachableProps) {
  return (
    <p role="status" class="aside">
      {state.unreachable && texts.unreachable}
    </p>
  );
}

/** How secrets are kept, below the form that takes them. */
export function Trust({ text }: { readonly text: string }) {
  return (
    <p class="trust small">
      <Icon name="lock" />
      <span>{text}</span>
    </p>
  );
}
