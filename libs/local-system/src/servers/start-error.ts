export type StartErrorCode =
  | 'DATA_FOLDER'
  | 'DIED'
  | 'MAVEN_FAILED'
  | 'NOT_BUILT'
  | 'NOT_READY'
  | 'NO_JAVA'
  | 'NO_MAVEN'
  | 'NO_POSTGRES'
  | 'OLD_JAVA'
  | 'PORT_TAKEN'
  | 'RUNNING';

/** Something could not be started. The message is one sentence that a newcomer can act on. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(
    readonly code: StartErrorCode,
    message: string,
    /** Last lines of the log of the part that failed, oldest first. */
    readonly lastLines: readonly string[] = [],
  ) {
    super(message, lastLines.length > 0 ? { cause: lastLines.join('\n') } : undefined);
  }
}
