import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MandateStepsProps } from '../../mandate/mandate-steps.js';
import { Button } from '../../../shared/parts/button.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { chosenSurcharge, withSurcharge } from '../flow/screen-of.js';
import { Loading } from '../../../shared/parts/trouble-screens.js';
import type { LinkScreenProps } from './screen-props.js';

type Steps = ComponentType<MandateStepsProps>;

/** The steps of a direct debit: fetched when a payer chooses it, so that a card pays for nothing. */
export function MandateScreen(props: LinkScreenProps) {
  const { flow, state, view } = props;
  const [steps, setSteps] = useState<{ readonly Steps: Steps } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    import('../../mandate/mandate-steps.js').then(
      ({ MandateSteps }) => setSteps({ Steps: MandateSteps }),
      () => setFailed(true),
    );
  }, []);
  const { mandate } = state;
  if (failed) return <NotFetched {...props} />;
  if (!steps || !mandate) return <Loading text={props.texts.loading} />;
  return (
    <steps.Steps
      attemptId={mandate.attemptId}
      token={mandate.token}
      due={withSurcharge(view, chosenSurcharge(view, 'mandate')).amount ?? null}
      tellWhatToTry={props.tellWhatToTry}
      onDone={() => flow.mandateGiven()}
      onDeclined={() => flow.leaveMandate()}
    />
  );
}

/** Browsers cache the failure to load a script: only a reload requests it again. */
function NotFetched({ texts, merchant }: LinkScreenProps) {
  const reload = () => window.location.reload();
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  const { title, body } = texts.offline;
  return (
    <StatusPanel tone="neutral" icon="offline" title={title} titleFor={merchant}>
      <p>{body(merchant)}</p>
      <Button kind="primary" onPress={reload}>
        {texts.actions.retry}
      </Button>
    </StatusPanel>
  );
}
