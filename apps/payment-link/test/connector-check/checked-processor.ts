import type { FieldsPage } from '@towpath/http';
import type { CardGatewayConnector } from '../../src/cards/card-gateways/ports.js';
import type { BrowserContext } from 'playwright-core';
import type { Capability } from '../connected-gateway.fixture.js';
import type { StandIn } from './options.js';

/** A processor whose connector can be checked against its test mode. */
export interface CheckedProcessor {
  readonly integrationId: string;
  readonly connector: string;
  readonly apiUrl: string;
  /** What of the suite is left out, and why. */
  readonly lacks: Readonly<Partial<Record<Capability, string>>>;
  /** Our page around its card fields. */
  readonly page: FieldsPage;
  readonly cards: {
    readonly good: string;
    readonly declined: string;
    /** Wants a challenge each time. */
    readonly challenged: string;
  };
  /** Selectors of what it inserts in the page. */
  readonly fields: Readonly<Record<'frame' | 'number' | 'expiry' | 'code' | 'country', string>>;
  /** Selectors of the buttons on its page of a bank, in whatever frame. */
  readonly challenge: Readonly<Record<'approve' | 'refuse', string>>;
  /** Answers for all of its hosts in a browser, for tests of the command. */
  standIn(context: BrowserContext, standIn: StandIn): Promise<void>;
  /** Throws `NotBegun` without keys of its test mode. */
  open(options: OpenOptions): OpenedProcessor;
}

export interface OpenOptions {
  readonly apiUrl: string;
  /** Base URL of the card fields' own origin. */
  readonly fieldsUrl: string;
  /** Takes what the connector logs. */
  readonly log: (line: string) => void;
}

export interface OpenedProcessor {
  readonly connector: CardGatewayConnector;
  /** A one-time token of a test card, without a page. */
  tokenize(number: string, keeps: boolean): Promise<string>;
}
