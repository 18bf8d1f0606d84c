import { isDebit } from '../api/is-debit.js';
import { MethodUsed } from '../parts/method-used.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { attemptUnderWay } from '../flow/attempt-under-way.js';
import type { LinkScreenProps } from './screen-props.js';

export function ProcessingScreen({ state, view, texts, merchant }: LinkScreenProps) {
  const words = texts.processing;
  const isSetup = view.mode === 'SETUP';
  const card = { title: words.setupTitle, body: words.setupBody };
  // Of an answer that was lost nobody knows yet what it was of.
  const attempt = attemptUnderWay(view, state);
  const byDebit = isDebit({ attempt: attempt ?? undefined });
  const setup = byDebit ? texts.debit.settingUp : card;
  const body = byDebit ? texts.debit.collecting : words.body;
  return (
    <StatusPanel
      tone="busy"
      icon="spinner"
      title={isSetup ? setup.title : words.title}
      titleFor={merchant}
      texts={texts}
    >
      <MethodUsed attempt={attempt} texts={texts} />
      <p>{isSetup ? setup.body : body}</p>
      <p class="fact">{(isSetup ? words.setupDoNotRepeat : words.doNotRepeat)(merchant)}</p>
      <p role="status" class="aside">
        {state.unreachable ? texts.unreachable : ''}
      </p>
    </StatusPanel>
  );
}
