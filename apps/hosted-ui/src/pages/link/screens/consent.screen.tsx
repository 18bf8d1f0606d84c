import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/button.js';
import { Announced } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { formOf } from '../flow/login-form.js';
import { LinkBank, LinkFoot, LinkNotice } from '../parts/link-parts.js';
import type { LinkOfferProps } from './link-screen-props.js';

export function ConsentScreen(props: LinkOfferProps) {
  const { offer, state, texts, merchant } = props;
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
      <Announced text={state.sending.what === 'login' && texts.sending} />
      <p class="aside">{words.recorded(merchant)}</p>
      <LinkFoot {...props} label={words.decline} />
    </div>
  );
}

function AgreeForm({ flow, state, view, offer, texts, merchant }: LinkOfferProps) {
  const words = texts.consent;
  const setting = view.automatic_data_refresh;
  const [refresh, setRefresh] = useState(state.agreed?.refresh ?? setting === 'ON');
  const hasForm = formOf(offer) !== null;
  const busy = state.sending.what === 'login';
  const onSubmit = (event: Event) => {
    event.preventDefault();
    flow.agree({ refresh });
    // A bank's own page asks for the rest.
    if (!hasForm) void flow.logIn(null);
  };
  const name = offer.institution.institution_name;
  return (
    <form class="form" noValidate onSubmit={onSubmit}>
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
      <Button kind="primary" busy={busy}>
        {busy ? texts.sending : hasForm ? words.agree : words.agreeAndGo(name)}
      </Button>
    </form>
  );
}
