import { useState } from 'preact/hooks';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { StepForm } from '../../../shared/parts/step.js';
import { formOf } from '../flow/login-form.js';
import { LinkBank, LinkFoot, LinkNotice } from '../parts/link-parts.js';
import type { LinkOfferProps } from './link-screen-props.js';

export function ConsentScreen(props: LinkOfferProps) {
  const { offer, texts, merchant } = props;
  const words = texts.consent;
  const { consent } = offer;
  return (
    <div class="panel-body">
      <ScreenTitle title={words.title} titleFor={merchant} />
      <LinkBank {...props} />
      <LinkNotice {...props} />
      <section class="statement" aria-labelledby="statement-title" lang={consent.language}>
        <h2 id="statement-title">{words.statement}</h2>
        {consent.statements.map((statement) => (
          <p key={statement}>{statement}</p>
        ))}
      </section>
      <AgreeForm {...props} />
      <p class="aside">{words.recorded(merchant)}</p>
      <LinkFoot {...props} label={words.decline} />
    </div>
  );
}

function AgreeForm(props: LinkOfferProps) {
  const { flow, state, view, offer, texts, merchant } = props;
  const words = texts.consent;
  const setting = view.automatic_data_refresh;
  const [refresh, setRefresh] = useState(state.agreed?.refresh ?? setting === 'ON');
  const hasForm = formOf(offer) !== null;
  const onSend = () => {
    flow.agree({ refresh });
    // A bank's own page asks for the rest.
    if (!hasForm) void flow.logIn(null);
  };
  const label = hasForm ? words.agree : words.agreeAndGo(offer.institution.institution_name);
  return (
    <StepForm {...props} what="login" label={label} onSend={onSend}>
      {setting === 'FORCED_ON' ? (
        <p>{words.refreshForced(merchant)}</p>
      ) : (
        <label class="check">
          <input
            type="checkbox"
            checked={refresh}
            aria-describedby="refresh-hint"
            onChange={(event) => setRefresh(event.currentTarget.checked)}
          />
          <span>
            <span class="check__label">{words.refresh}</span>
            <span id="refresh-hint" class="aside">
              {hasForm ? words.refreshHint(merchant) : words.refreshHintOwnPage(merchant)}
            </span>
          </span>
        </label>
      )}
    </StepForm>
  );
}
