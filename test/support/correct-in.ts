import { readConfig } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { correctCertificate } from '@naic/registry/issuing/correct-certificate.ts'

/**
 * Puts the name on a certificate right, as the desk does, over a data folder on which a server may run. As a
 * process of its own it can be killed.
 *
 * @param environment settings, as the server's environment names them.
 */
export async function correctIn(
  environment: Record<string, string | undefined>,
  id: string,
  holder: string,
) {
  await using opened = await openCertificates(readConfig(environment))
  return await correctCertificate(opened.registry, id, holder)
}

if (import.meta.main) {
  const [id = '', holder = ''] = process.argv.slice(2)
  await correctIn(process.env, id, holder)
}
