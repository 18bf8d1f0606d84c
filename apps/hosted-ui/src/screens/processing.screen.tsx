import { isDebit } from '../api/is-debit.js';
import { MethodUsed } from '../parts/method-used.js';
import { StatusPanel } from '../parts/status-panel.js';
import { attemptUnderWay } from '../pay/attempt-under-way.js';
import type { LinkScreenProps } from './screen-props.js';

export function ProcessingScreen({ state, view, texts, merchant }: LinkScreenProps) {
  const words = texts.processing;
  const isSetup = view.mode === 'SETUP';
  const card = { title: words.setupTitle, body: words.setupBody };
  const setup = isDebit(view) ? texts.debit.settingUp : card;
  return (
    <StatusPanel
      tone="busy"
      icon="spinner"
      title={isSetup ? setup.title : words.title}
      titleFor={merchant}
      texts={texts}
    >
      <MethodUsed attempt={attemptUnderWay(view, state)} texts={texts} />
      <p>{isSetup ? setup.body : words.body}</p>
      <p class="fact">{(isSetup ? words.setupDoNotRepeat : words.doNotRepeat)(merchant)}</p>
      <p role="status" class="aside">
        {state.unreachable ? words.unreachable : ''}
      </p>
    </StatusPanel>
  );
}
