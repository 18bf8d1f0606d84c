import { Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import type { Product } from '../../identities/login-identities/domain/product-outcome.js';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';
import { productsAsked } from './get-hosted-link.query.js';
import type { HostedLink } from './hosted-link.js';
import type { HostedCaller } from './link-caller.js';
import { LinkConsentTexts, type ShownText } from './link-consent-text.js';
import { OfferedInstitutions } from './offered-institutions.js';

/** The chosen institution, with its requirements. */
interface LinkPlace {
  readonly institution: Institution;
  readonly products: readonly Product[];
  /** The text that the user must agree to; null for a refresh, which the first consent covers. */
  readonly text: ShownText | null;
}

/** The permitted institutions of a page. */
@Injectable()
export class LinkPlaces {
  constructor(
    private readonly offered: OfferedInstitutions,
    private readonly banks: ConnectedBanks,
    private readonly texts: LinkConsentTexts,
  ) {}

  /** Before a transaction: it may ask the database. */
  async merchantOf({ customerAppId }: HostedCaller): Promise<string> {
    return (await this.texts.merchantOf(customerAppId)).display_name;
  }

  /** Throws INSTITUTION_NOT_FOUND, and INSTITUTION_NOT_CONNECTED. */
  of(
    { appType }: HostedCaller,
    link: HostedLink,
    chosen: {
      readonly institutionId: string;
      readonly identity: Pick<LoginIdentitySnapshot, 'products'> | null;
      readonly merchant: string;
    },
  ): LinkPlace {
    const { institutionId, identity, merchant } = chosen;
    const { request, mode } = link;
    const institution = this.offered.get(appType, request, institutionId);
    this.banks.connectorOf({ appType, institutionId });
    const products = productsAsked(link, { institution, identity });
    const scene = { merchant, request, institution, products };
    return { institution, products, text: mode === 'REFRESH' ? null : this.texts.of(scene) };
  }
}
