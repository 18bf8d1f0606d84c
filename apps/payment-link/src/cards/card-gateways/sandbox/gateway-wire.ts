import type {
  AppsStoredCard,
  CardAuthorizationRequest,
  CardCallBack,
  CardRefund,
  RawCallBack,
  SettledEntry,
  SettledPeriod,
  StoredCardStatus,
} from '../ports.js';
import type { SandboxAuthorization } from './sandbox-answers.js';

/** One request to a simulated gateway. */
export interface WireCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Move =
  { readonly verb: 'capture' | 'void' } | { readonly verb: 'refund'; readonly refund: CardRefund };

export interface SettledPage {
  readonly entries: readonly SettledEntry[];
  /** Start of the next page; null after the last one. */
  readonly next: string | null;
}

/** The wire format of one simulated gateway for the common content. */
export interface GatewayWire {
  readonly integrationId: 'GW1' | 'GW2' | 'GW4';
  authorization(request: CardAuthorizationRequest, callBackUrl: string): WireCall;
  move(reference: string, move: Move): WireCall;
  find(reference: string): WireCall;
  /** Throws for an unknown status, which must never count as an outcome. */
  read(body: unknown): SandboxAuthorization;
  storedCard(card: AppsStoredCard): WireCall;
  /** Reads the gateway's answer to `storedCard`, if it knows such a card. */
  readStatus(body: unknown, customerAppId: string): StoredCardStatus;
  settled(period: SettledPeriod, after: string | null): WireCall;
  readSettled(body: unknown): SettledPage;
  isSigned(secret: string, callBack: RawCallBack): boolean;
  /** Undefined for another shape. */
  readCallBack(parsed: Readonly<Record<string, unknown>>): CardCallBack | undefined;
}
