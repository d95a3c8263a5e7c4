export const certificateIdLimit = 15

/**
 * What somebody typed or pasted, as a certificate ID is written: letters and digits only,
 * upper-cased, at most 15 of them.
 */
export function cleanCertificateId(typed: string): string {
  return typed
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, certificateIdLimit)
}
