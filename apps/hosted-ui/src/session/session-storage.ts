const PROBE = 'towpath.hosted.probe';

/** The tab's storage, or null where the browser forbids it (privacy settings, full quota). */
export function tabStorage(): Storage | null {
  try {
    const storage = window.sessionStorage;
    storage.setItem(PROBE, '1');
    storage.removeItem(PROBE);
    return storage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
