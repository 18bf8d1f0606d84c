import { useEffect, useState } from 'preact/hooks';
import type { FlowState, PageFlow } from '../flow/page-flow.js';

/** Starts the flow, renders its changes, and polls when the user returns. */
export function useFlow<State extends FlowState>(flow: PageFlow<State>): State {
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
