/** The storage key of each page's session. */
const KEYS = {
  pay: 'towpath.hosted.pay',
  mandate: 'towpath.hosted.mandate',
  link: 'towpath.hosted.link',
} as const;
const PROBE = 'towpath.hosted.probe';

/** A slot of `sessionStorage`, or null where the browser forbids it (privacy settings, full quota). */
export function tabSlot(page: keyof typeof KEYS = 'pay'): SessionSlot | null {
  const key = KEYS[page];
  try {
    const storage = window.sessionStorage;
    storage.setItem(PROBE, '1');
    storage.removeItem(PROBE);
    return {
      read: () => storage.getItem(key),
      write: (text) => storage.setItem(key, text),
      erase: () => storage.removeItem(key),
    };
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** The one place of the tab's storage that keeps the session as text. */
export interface SessionSlot {
  read(): string | null;
  write(text: string): void;
  erase(): void;
}
