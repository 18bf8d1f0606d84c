import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MandateStepsProps } from '../mandate/mandate-steps.js';
import { ConnectionTroubleScreen } from './connection-trouble.screen.js';
import { LoadingScreen } from './loading.screen.js';
import type { LinkScreenProps } from './screen-props.js';

type Steps = ComponentType<MandateStepsProps>;

/** The steps of a direct debit: fetched when a payer chooses it, so that a card pays for nothing. */
export function MandateScreen(props: LinkScreenProps) {
  const { page, state } = props;
  const [steps, setSteps] = useState<{ readonly Steps: Steps } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    import('../mandate/mandate-steps.js').then(
      ({ MandateSteps }) => setSteps({ Steps: MandateSteps }),
      () => setFailed(true),
    );
  }, []);
  const { mandate } = state;
  if (failed) return <ConnectionTroubleScreen {...props} />;
  if (!steps || !mandate) return <LoadingScreen {...props} />;
  return (
    <steps.Steps
      token={mandate.token}
      locales={navigator.languages}
      onDone={() => page.mandateGiven()}
      onDeclined={() => page.leaveMandate()}
    />
  );
}
