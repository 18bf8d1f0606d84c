import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  CardAuthorizationRequest,
  CardCallBack,
  CardRefund,
  RawCallBack,
  SettledEntry,
  SettledPeriod,
} from '../ports.js';
import type { SandboxAuthorization } from './sandbox-answers.js';

/** One command to a simulated gateway, by POST. */
export interface WireCall {
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

/** A card that the gateway keeps. */
interface KeptCard {
  readonly customerAppId: string | undefined;
  readonly isUsable: boolean;
}

/** The wire format of one simulated gateway for the common content. */
export interface GatewayWire {
  readonly integrationId: 'GW1' | 'GW2' | 'GW4';
  authorization(request: CardAuthorizationRequest, callBackUrl: string): WireCall;
  move(reference: string, move: Move): WireCall;
  /** Where the authorization is read. */
  path(reference: string): string;
  /** Throws for an unknown status, which must never count as an outcome. */
  read(body: unknown): SandboxAuthorization;
  storedCardPath(integrationMetadata: object): string;
  readStoredCard(body: unknown): KeptCard;
  settledPath(period: SettledPeriod, after: string | null): string;
  readSettled(body: unknown): SettledPage;
  isSigned(secret: string, callBack: RawCallBack): boolean;
  /** Undefined for another shape. */
  readCallBack(parsed: Readonly<Record<string, unknown>>): CardCallBack | undefined;
}

const MAX_AGE_MS = 300_000;

interface ClaimedMac {
  readonly algorithm: 'sha256' | 'sha512';
  /** The bytes that were signed. */
  readonly signed: Buffer;
  readonly claimed: Buffer;
  /** From the signing to now; below 0 when the sender's clock is ahead. */
  readonly ageMs: number;
}

/** Whether who knows `secret` signed these bytes within five minutes of now. */
export function isFreshMac(secret: string, mac: ClaimedMac): boolean {
  const { algorithm, signed, claimed, ageMs } = mac;
  const expected = createHmac(algorithm, secret).update(signed).digest();
  const isGenuine = claimed.length === expected.length && timingSafeEqual(expected, claimed);
  return isGenuine && Math.abs(ageMs) <= MAX_AGE_MS;
}
