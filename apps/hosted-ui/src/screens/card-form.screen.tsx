import { useEffect, useRef, useState } from 'preact/hooks';
import { CardFieldsFrame, type CardFieldsHandle } from '../card/card-fields-frame.js';
import type { Texts } from '../i18n/texts.js';
import { BrandMarks } from '../parts/brand-marks.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { ScreenTitle } from '../parts/screen-title.js';
import type { Notice } from '../pay/page-state.js';
import type { LinkScreenProps } from './screen-props.js';

export function CardFormScreen({ page, state, view, texts, merchant, amount }: LinkScreenProps) {
  const { form, paying, notice } = state;
  const words = texts.cardForm;
  const isSetup = view.mode === 'SETUP';
  const fields = useRef<CardFieldsHandle | null>(null);
  const [isReady, setIsReady] = useState(false);
  const url = form.phase === 'ready' ? form.cardFieldsUrl : null;
  useEffect(() => setIsReady(false), [url]);

  const busy = paying !== 'idle';
  const pay = () => {
    const handle = fields.current;
    if (handle && isReady) void page.pay(() => handle.requestToken());
  };
  const label = isSetup ? words.save : words.pay(amount?.text ?? '');
  const busyLabel = isSetup ? words.saving : words.paying;
  const consent = view.future_payments && words.consent[view.future_payments][view.mode];
  return (
    <div class="panel-body">
      <div class="form-head">
        <ScreenTitle
          title={isSetup ? words.setupTitle : words.title}
          titleFor={merchant}
          texts={texts}
        />
        <BrandMarks brands={form.phase === 'ready' ? form.brands : []} label={words.accepted} />
      </div>
      <CardFieldsFrame
        key={url}
        url={url}
        title={words.frameTitle}
        loadingText={words.loading}
        isReady={isReady}
        handle={fields}
        onReady={() => setIsReady(true)}
        onSilent={() => page.cardFormSilent()}
      />
      <FormNotice notice={notice} texts={texts} onReload={() => page.reloadForm()} />
      {consent && <p class="consent">{consent(merchant)}</p>}
      <Button kind="primary" busy={busy} off={!isReady} onPress={pay}>
        {busy ? busyLabel : label}
      </Button>
      <p class="visually-hidden" role="status">
        {busy ? busyLabel : ''}
      </p>
      <p class="trust">
        <Icon name="lock" />
        <span>{words.trust(merchant)}</span>
      </p>
    </div>
  );
}

interface FormNoticeProps {
  readonly notice: Notice | null;
  readonly texts: Texts;
  readonly onReload: () => void;
}

/** The region stays in the page, so that assistive technology announces what appears in it. */
function FormNotice({ notice, texts, onReload }: FormNoticeProps) {
  return (
    <div role="alert" class="notice-region">
      {notice && (
        <div class="notice">
          <Icon name="alert" />
          <div>
            <p>{noticeText(notice, texts)}</p>
            {notice.kind === 'card_form_silent' && (
              <Button kind="quiet" onPress={onReload}>
                {texts.cardForm.reload}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function noticeText(notice: Notice, { cardForm: { notices } }: Texts): string {
  switch (notice.kind) {
    case 'card':
      return notice.message || notices.card;
    case 'card_form_silent':
      return notices.cardFormSilent;
    case 'not_received':
      return notices.notReceived;
    case 'not_accepted':
      return notices.notAccepted;
  }
}
