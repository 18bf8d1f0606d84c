import { useEffect, useState } from 'preact/hooks';
import type { FlowState, PageFlow } from '../flow/page-flow.js';
import type { Catalogue } from '../i18n/catalogue.js';
import { type Language, languageOf } from '../i18n/languages.js';

/** Starts the flow, renders its changes, and polls when the user returns. */
function useFlow<State extends FlowState>(flow: PageFlow<State>): State {
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

/** The texts of a language, undefined while they are fetched; English if they cannot be. */
function useTexts<T>(catalogue: Catalogue<T>, wanted: Language) {
  const [failed, setFailed] = useState<Language | null>(null);
  const [, setFetched] = useState<Language>('en');
  useEffect(() => {
    catalogue.load(wanted).then(
      () => setFetched(wanted),
      () => setFailed(wanted),
    );
  }, [wanted]);
  const language = failed === wanted ? 'en' : wanted;
  return { language, texts: catalogue.in(language) };
}

interface Speech<State extends FlowState, Texts> {
  readonly catalogue: Catalogue<Texts>;
  readonly languageFor: (view: State['view']) => Language;
}

/**
 * The state of a flow and the texts of its language: that of the view, or of the browser for an
 * error without a view. Until the texts are there, `shown` is as before the first view.
 */
export function usePage<State extends FlowState, Texts>(
  flow: PageFlow<State>,
  { catalogue, languageFor }: Speech<State, Texts>,
) {
  const state = useFlow(flow);
  const isLost = state.view === null && state.trouble !== null;
  const wanted = isLost ? languageOf(navigator.languages) : languageFor(state.view);
  const { language, texts: fetched } = useTexts(catalogue, wanted);
  const texts = fetched ?? catalogue.english;
  const shown: State = fetched ? state : { ...state, view: null, trouble: null };
  const frame = { flow, state: shown, texts, language };
  return { state, shown, texts, isReady: Boolean(fetched), frame };
}
