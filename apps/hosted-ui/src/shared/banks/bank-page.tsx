import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { besides, isFramed, leaveTo } from '../embedding/frame.js';
import type { PageTexts } from '../i18n/page/en.js';
import { Button } from '../parts/button.js';
import { Unreachable } from '../parts/notice-region.js';
import { StatusPanel } from '../parts/status-panel.js';

interface BankPageTexts {
  readonly title: string;
  readonly leaving: (institution: string) => string;
  readonly newTab: (institution: string) => string;
  readonly waiting: string;
  readonly nothingYet: string;
  readonly open: (institution: string) => string;
}

interface BankPageProps {
  /** Null if the page has no permitted URL. */
  readonly url: string | null;
  readonly bank: string;
  readonly merchant: string;
  readonly state: {
    /** The bank's page that the user was already sent to. */
    readonly openedBankPage: string | null;
    /** A notice contains all necessary text. */
    readonly notice: unknown;
    readonly unreachable: boolean;
  };
  readonly texts: PageTexts & { readonly bankPage: BankPageTexts };
  readonly onOpen: (url: string) => void;
  readonly notice: ComponentChildren;
  readonly foot: ComponentChildren;
}

/**
 * Sends the user to the bank's page once automatically; after the back button the user stays. In a
 * frame the bank opens in a separate tab, and only after a click.
 */
export function BankPage(props: BankPageProps) {
  const { url, bank, merchant, state, texts, onOpen } = props;
  const words = texts.bankPage;
  const wasSent = url !== null && state.openedBankPage === url;
  const framed = isFramed();
  const open = () => {
    if (!url) return;
    onOpen(url);
    leaveTo(url);
  };
  useEffect(() => {
    if (!wasSent && !framed) open();
  }, [url]);
  return (
    <StatusPanel tone="busy" icon="shield" title={words.title} titleFor={merchant}>
      {state.notice === null && (
        <>
          <p>{wasSent ? words.waiting : framed ? words.newTab(bank) : words.leaving(bank)}</p>
          <p class="fact">{words.nothingYet}</p>
        </>
      )}
      {props.notice}
      {framed && url ? (
        <a
          class="button button--primary"
          href={url}
          target={besides()}
          rel="noreferrer"
          onClick={() => onOpen(url)}
        >
          {words.open(bank)}
        </a>
      ) : (
        <Button kind="primary" onPress={open}>
          {words.open(bank)}
        </Button>
      )}
      <Unreachable state={state} texts={texts} />
      {props.foot}
    </StatusPanel>
  );
}
