import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'

/**
 * @param text what a QR code says: anybody may have made it.
 * @param origin of this site. The code of a certificate is the address of its page.
 * @returns the ID; undefined if the code is not that of a certificate.
 */
export function idOfCode(text: string, origin: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const address = new URL(text)
  const [, id] = /^\/verify\/([a-z\d]+)\/?$/i.exec(address.pathname) ?? []
  return id && address.origin === origin ? cleanCertificateId(id) : undefined
}
