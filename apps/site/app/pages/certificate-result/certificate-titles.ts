import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'

/** @returns such as "Asha Example, Machine Learning internship". */
export const certificateTitle = ({ holder, domain }: Pick<CertificateFacts, 'holder' | 'domain'>) =>
  fill(page.titles.ofHolder, { holder, domain })

/** @returns such as "Withdrawn: certificate NAIC25A7K2M". */
export const titleOfId = (title: string, id: string) => fill(page.titles.ofId, { title, id })
