import { readConfig } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { correctCertificate } from '@naic/registry/issuing/correct-certificate.ts'

/** Puts a name right as the desk does, beside what runs there; killed, as a process of its own. */
export async function correctIn(
  environment: Record<string, string | undefined>,
  id: string,
  holder: string,
) {
  await using opened = await openCertificates(readConfig(environment))
  return await correctCertificate(opened.registry, id, holder, 'meera')
}

if (import.meta.main) {
  const [id = '', holder = ''] = process.argv.slice(2)
  await correctIn(process.env, id, holder)
}
