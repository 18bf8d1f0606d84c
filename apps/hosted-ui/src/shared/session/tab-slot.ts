const PREFIX = 'towpath.hosted';

/** The one place of the tab's storage that keeps the session of a page as text. */
export interface SessionSlot {
  read(): string | null;
  write(text: string): void;
  erase(): void;
}

/** A slot of `sessionStorage`, or null where the browser forbids it (privacy settings, full quota). */
export function tabSlot(page: 'pay' | 'mandate' | 'link'): SessionSlot | null {
  const key = `${PREFIX}.${page}`;
  try {
    const storage = window.sessionStorage;
    storage.setItem(`${PREFIX}.probe`, '1');
    storage.removeItem(`${PREFIX}.probe`);
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
