export type UiMode = 'redirect' | 'auto_redirect' | 'standalone' | 'iframe';

export interface Merchant {
  display_name: string;
  logo_url?: string | null;
  /** `#rrggbb`; used only after a contrast check. */
  accent?: string | null;
  support_url?: string | null;
  terms_url?: string | null;
}

export interface SessionGrant {
  access_token: string;
  token_type: string;
  /** Whole seconds. */
  expires_in: number;
  /** The new name of the link in the address, if its token does not contain it. */
  link?: string | null;
}

/** The return address of a page. */
export interface WayBack {
  ui_mode: UiMode;
  return_url?: string | null;
  merchant: Merchant;
}
