import { Button } from '../../../shared/parts/button.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { formOf } from '../flow/login-form.js';
import { LinkBank, LinkFoot, LinkNoticeRegion } from '../parts/link-parts.js';
import type { LinkOfferProps } from './link-screen-props.js';

/** The first consent is valid: one press updates the data. */
export function RefreshScreen(props: LinkOfferProps) {
  const { flow, state, offer, texts, merchant } = props;
  const words = texts.refresh;
  const name = offer.institution.institution_name;
  const hasForm = formOf(offer) !== null;
  const busy = state.sending.what === 'login';
  return (
    <div class="panel-body">
      <ScreenTitle title={words.title(name)} titleFor={merchant} texts={texts} />
      <LinkBank {...props} />
      <LinkNoticeRegion {...props} />
      <p>{hasForm ? words.body(merchant) : words.ownPage(name)}</p>
      <Button kind="primary" busy={busy} onPress={() => void flow.logIn(null)}>
        {hasForm ? words.update : words.continue(name)}
      </Button>
      {hasForm && (
        <Button kind="secondary" off={busy} onPress={() => flow.typeAnew()}>
          {words.typeAnew}
        </Button>
      )}
      <LinkFoot {...props} />
    </div>
  );
}
