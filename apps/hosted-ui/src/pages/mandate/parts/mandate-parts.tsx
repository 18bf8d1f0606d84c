import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { progressAt, type Step } from '../flow/checklist.js';
import type { MandateScreenProps, MandateViewProps } from '../screens/mandate-screen-props.js';
import { NoticeRegion } from '../../../shared/parts/notice-region.js';
import { noticeText } from '../flow/failure-of.js';
import { Button } from '../../../shared/parts/button.js';
import { InstitutionMark } from '../../../shared/banks/institution-mark.js';
import { useEffect, useState } from 'preact/hooks';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { isFramed } from '../../../shared/embedding/frame.js';
import { ReturnLink } from '../../../shared/parts/return-link.js';
import { browserTimers } from '../../../shared/timing/timers.js';

const RETURN_AFTER_MS = 5_000;

interface WayOutProps extends MandateViewProps {
  readonly goes: 'by_itself' | 'as_next_step' | 'when_asked';
}

/** Back to the merchant: by itself in `auto_redirect` when all went well, else when asked to. */
export function WayOut({ view, texts, merchant, leave, goes }: WayOutProps) {
  const url = safeUrl(view.return_url);
  const may = goes === 'by_itself' && view.ui_mode === 'auto_redirect';
  const [goesByItself, setGoesByItself] = useState(may);
  useEffect(() => {
    if (!goesByItself || !url) return undefined;
    return browserTimers.after(RETURN_AFTER_MS, () => {
      if (!leave(url)) setGoesByItself(false);
    });
  }, [goesByItself, url]);
  if (!url || view.ui_mode === 'standalone') {
    return isFramed() ? null : <p class="aside">{texts.wayOut.closePage}</p>;
  }
  return (
    <>
      <ReturnLink
        view={view}
        texts={texts}
        kind={goes === 'when_asked' ? 'secondary' : 'primary'}
      />
      {goesByItself && (
        <p class="aside" role="status">
          {texts.wayOut.returningSoon(merchant)}
        </p>
      )}
      {goesByItself && (
        <Button kind="quiet" onPress={() => setGoesByItself(false)}>
          {texts.wayOut.stay}
        </Button>
      )}
    </>
  );
}

/** The chosen bank, with a button for another one if there is a choice. */
export function ChosenBank({ flow, view, words }: MandateViewProps) {
  const { institution } = view;
  if (!institution) return null;
  return (
    <div class="chosen-bank">
      <InstitutionMark institution={institution} />
      <p class="chosen-bank__name">{institution.name}</p>
      {!view.institution_fixed && (
        <Button kind="quiet" onPress={() => flow.changeInstitution()}>
          {words.account.change}
        </Button>
      )}
    </div>
  );
}

interface StepFootProps extends Pick<MandateScreenProps, 'flow' | 'state' | 'words'> {
  readonly label?: string;
}

/** The button that leaves every step without a set-up. */
export function StepFoot({ flow, state, words, label }: StepFootProps) {
  const busy = state.sending.what !== 'nothing';
  return (
    <div class="step-foot">
      <Button
        kind="quiet"
        busy={state.sending.what === 'leave'}
        off={busy}
        onPress={() => void flow.decline()}
      >
        {label ?? words.cancel}
      </Button>
    </div>
  );
}

export function StepNotice({ state, words }: Pick<MandateScreenProps, 'state' | 'words'>) {
  const { notice } = state;
  return <NoticeRegion text={notice && noticeText(notice, words, state.view)} />;
}

interface StepHeadProps extends Pick<MandateScreenProps, 'texts' | 'words' | 'merchant'> {
  readonly step: Step;
  readonly title: string;
}

/** The number of the step, and its title. */
export function StepHead({ step, title, texts, words, merchant }: StepHeadProps) {
  return (
    <div class="step-head">
      <p class="step-head__progress">{words.progress(progressAt(step))}</p>
      <ScreenTitle title={title} titleFor={merchant} texts={texts} />
    </div>
  );
}
