import { safeUrl } from '../../../shared/api/safe-url.js';
import { BankPage } from '../../../shared/banks/bank-page.js';
import { outstandingFactor, usedOption } from '../flow/checklist.js';
import { StepFoot } from '../parts/step-foot.js';
import { StepNotice } from '../parts/step-notice.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function BankPageScreen(props: MandateViewProps) {
  const { flow, state, view, texts, words, merchant, leave } = props;
  const login = outstandingFactor(view, 'ACCOUNTHOLDER_AUTHENTICATION');
  const url = safeUrl(login && usedOption(login)?.redirect_url);
  return (
    <BankPage
      url={url}
      bank={view.institution?.name ?? ''}
      merchant={merchant}
      wasSent={url !== null && state.openedBankPage === url}
      silent={state.notice !== null}
      unreachable={state.unreachable}
      texts={texts}
      words={words.bankPage}
      leave={leave}
      onOpen={(opened) => flow.bankPageOpened(opened)}
      notice={<StepNotice {...props} />}
      foot={<StepFoot {...props} />}
    />
  );
}
