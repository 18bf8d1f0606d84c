import { useEffect, useState } from 'preact/hooks';
import type { MandateFlow } from './flow/mandate-flow.js';
import type { MandateState } from './flow/mandate-state.js';

/** Starts the flow, follows it, and looks again whenever the payer comes back. */
export function useMandateFlow(flow: MandateFlow): MandateState {
  const [state, setState] = useState(flow.state);
  useEffect(() => {
    flow.watch(setState);
    void flow.start();
    const resume = () => void flow.resume();
    const onVisible = () => {
      if (document.visibilityState === 'visible') resume();
    };
    const onShown = (event: PageTransitionEvent) => {
      if (event.persisted) resume();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', resume);
    window.addEventListener('pageshow', onShown);
    return () => {
      flow.stop();
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', resume);
      window.removeEventListener('pageshow', onShown);
    };
  }, [flow]);
  return state;
}
