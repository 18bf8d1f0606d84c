import { TargetRefused } from '../../endpoints/targets/targets.service.js';

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while sending',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network of the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  ENOTFOUND: 'the host name has no address',
  ENODATA: 'the host name has no address',
  ESERVFAIL: 'the host name cannot be resolved',
  ETIMEOUT: 'the host name cannot be resolved',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed before the answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
};

/** Why a request had no answer, for the customer app: no address, no path, no secret. */
export function describeFailure(error: unknown): string {
  if (error instanceof TargetRefused) return `not sent: ${error.message}`;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'the request failed';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  return BY_CODE[code] ?? `the request failed (${code})`;
}
