import type { SessionSlot } from './session-store.js';

const KEY = 'towpath.hosted.pay';
const PROBE = 'towpath.hosted.probe';

/** A slot of `sessionStorage`, or null where the browser forbids it (privacy settings, full quota). */
export function tabSlot(): SessionSlot | null {
  try {
    const storage = window.sessionStorage;
    storage.setItem(PROBE, '1');
    storage.removeItem(PROBE);
    return {
      read: () => storage.getItem(KEY),
      write: (text) => storage.setItem(KEY, text),
      erase: () => storage.removeItem(KEY),
    };
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
