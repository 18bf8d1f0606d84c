import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/button.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import type { LinkScreenProps } from './screen-props.js';

/** Asks for the payer's consent to later payments; both answers lead on. */
export function AutopayScreen({ page, state, view, texts, merchant }: LinkScreenProps) {
  const words = texts.autopay;
  const [consent, setConsent] = useState(view.autopay_enrollment?.prefill === 'YES');
  const busy = state.paying !== 'idle';
  const choices = [
    { value: true, title: words.yes, body: words.yesBody(merchant) },
    { value: false, title: words.no, body: words.noBody(merchant) },
  ];
  return (
    <div class="panel-body">
      <ScreenTitle title={words.title} titleFor={merchant} texts={texts} />
      <p>{words.body(merchant)}</p>
      <fieldset class="choices">
        <legend class="visually-hidden">{words.title}</legend>
        {choices.map(({ value, title, body }) => (
          <label class="choice" key={title}>
            <input
              type="radio"
              name="autopay"
              checked={consent === value}
              onChange={() => setConsent(value)}
            />
            <span>
              <strong>{title}</strong>
              <span class="choice__body">{body}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button kind="primary" busy={busy} onPress={() => void page.answerAutopay(consent)}>
        {words.continue}
      </Button>
      <p class="aside">{words.change(merchant)}</p>
    </div>
  );
}
