export const certificateIdLimit = 15

/**
 * What somebody typed or pasted, as a certificate ID is written: letters and digits only,
 * upper-cased, at most 15 of them. Of a link to a certificate it is the ID in it.
 */
export function cleanCertificateId(typed: string): string {
  const [, linked] = /\/verify\/([A-Za-z0-9]+)/.exec(typed) ?? []
  return (linked ?? typed)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, certificateIdLimit)
}
