import organisation from '@naic/content/organisation.json' with { type: 'json' }
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import {
  certificateCorrected,
  certificateIssued,
  certificateWithdrawn,
} from '@naic/admissions/letters/letters.ts'
import { findMeant, toListed } from '@naic/admissions/applications/list-applications.ts'
import type { Database } from '@naic/store/database/database.ts'
import { programmeOf, readProgrammes } from './programmes.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { standingsQuery } from '@naic/registry/issuing/stored-certificate.ts'
import type { Issuer } from '@naic/registry/registry.ts'

/** What the registry needs to know of the council. */
export const councilIssuer: Issuer = {
  name: organisation.name,

  readLearnt(siteUrl) {
    const programmes = readProgrammes(siteUrl)
    return (order) => programmeOf(order, programmes)?.learnt
  },

  letters: {
    issued: certificateIssued,
    withdrawn: certificateWithdrawn,
    corrected: certificateCorrected,
  },

  async findApplicant(database, reference) {
    const [row, another] = await findMeant(database, reference)
    if (!row || another) return undefined
    const { email, sentEmail } = toListed(row)
    return { email, isCorrected: email !== sentEmail }
  },
}

/** The certificates of invented people, for a first look. */
export const sampleOrders: readonly Order[] = sampleCertificates.map((sample) => ({
  id: sample.id,
  holder: sample.name,
  domain: sample.domain,
  duration: sample.duration,
  verifiedOn: sample.verificationDate,
  reference: undefined,
  email: undefined,
}))

/** @returns IDs of samples that were neither revoked nor erased. */
export async function standingSamples({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const ids = sampleCertificates.map(({ id }) => id)
  const query = standingsQuery(read)
    .where('certificate.id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('certificate.id')
  return (await query.execute()).map(({ id }) => id)
}
