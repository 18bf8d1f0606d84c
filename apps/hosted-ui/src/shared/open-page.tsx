import type { VNode } from 'preact';
import { embed, type ToEmbedder } from './embedding/embedder.js';
import { showPage } from './parts/show-page.js';
import type { AddressBar } from './session/link-token.js';
import './styles/tokens.css';
import './styles/page.css';
import './styles/parts.css';
import './styles/notices.css';

export const browserAddress: AddressBar = {
  get href() {
    return window.location.href;
  },
  replace: (url) => window.history.replaceState(null, '', url),
};

export const browserNowMs = () => performance.timeOrigin + performance.now();

/** Sends a message to the embedding page, if there is one. */
export type Tell = (message: ToEmbedder) => void;

/** Shows a page in its place. */
export function openPage(pageFor: (tell: Tell) => VNode): void {
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no #app element');
  const embedder = embed(root);
  showPage(
    pageFor((message) => embedder?.tell(message)),
    root,
  );
}
