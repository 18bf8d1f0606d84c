import type { PageTexts } from '../i18n/page/en.js';
import type { SessionEnding } from '../session/session-clock.js';
import { Button } from './button.js';

interface SessionNoticeProps {
  /** Null if there is no notice. */
  readonly ending: SessionEnding | null;
  /** False on a screen that outlives the session. */
  readonly matters: boolean;
  readonly texts: PageTexts;
  readonly language: string;
  readonly onStay: () => Promise<void>;
}

/** Warns that the session is about to end; one press extends it. */
export function SessionNotice({ ending, matters, texts, language, onStay }: SessionNoticeProps) {
  const words = texts.sessionNotice;
  const phase = matters ? ending?.phase : undefined;
  const time = ending ? clockTime(ending.endsAtMs, language) : '';
  const shown = phase !== undefined && phase !== 'extended';
  const stay = async () => {
    await onStay();
    // The pressed button is gone by then: the focus goes where it goes on every new screen.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main h1')?.focus();
    });
  };
  return (
    <>
      <p role="status" class="visually-hidden">
        {phase === 'extended' && words.extended(time)}
      </p>
      <div role="alert" class={shown ? 'session-notice' : undefined}>
        {shown && (
          <>
            <p>
              {phase === 'last' ? words.last(time) : words.soon(time)}
              {phase === 'failed' && <strong> {words.failed}</strong>}
            </p>
            {phase !== 'last' && (
              <Button kind="secondary" busy={phase === 'asked'} onPress={() => void stay()}>
                {words.stay}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Without a line break, as in 5:11 PM. */
function clockTime(atMs: number, language: string): string {
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });
  return time.format(atMs).replaceAll(' ', '\u00a0');
}
