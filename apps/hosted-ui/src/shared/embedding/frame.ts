/** True if the page is in a frame of another page. */
export function isFramed(): boolean {
  return window.parent !== window;
}

/**
 * Target of links that leave the payment: the whole tab, because other sites rarely work in a
 * frame.
 */
export function wholeTab(): '_top' | undefined {
  return isFramed() ? '_top' : undefined;
}

/** Target of links that must not end the payment: another tab. */
export function besides(): '_blank' | undefined {
  return isFramed() ? '_blank' : undefined;
}

/**
 * Sends the whole tab to an address, out of any frame. False when the browser does not let the frame
 * do that: before the payer has touched it, or because the embedding page forbids it.
 */
export function leaveTo(url: string): boolean {
  if (!isFramed() || !window.top) {
    window.location.assign(url);
    return true;
  }
  try {
    window.top.location.href = url;
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
