import { safeUrl } from '../../../shared/api/safe-url.js';
import { BankPage } from '../../../shared/banks/bank-page.js';
import { LinkFoot, LinkNoticeRegion } from '../parts/link-parts.js';
import type { LinkViewProps } from './link-screen-props.js';

export function BankPageScreen(props: LinkViewProps) {
  const { flow, state, view, texts, merchant, leave } = props;
  const url = safeUrl(view.redirect_url && new URL(view.redirect_url, location.href).href);
  return (
    <BankPage
      url={url}
      bank={state.offer?.institution.institution_name ?? texts.someBank}
      merchant={merchant}
      wasSent={url !== null && state.openedBankPage === url}
      silent={state.notice !== null}
      unreachable={state.unreachable}
      texts={texts}
      words={texts.bankPage}
      leave={leave}
      onOpen={(opened) => flow.bankPageOpened(opened)}
      notice={<LinkNoticeRegion {...props} />}
      foot={<LinkFoot {...props} />}
    />
  );
}
