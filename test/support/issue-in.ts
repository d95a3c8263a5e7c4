import { readConfig } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import {
  planRevocation,
  revokeCertificate,
  withdrawalLetter,
} from '@naic/registry/issuing/revoke-certificate.ts'

type Environment = Record<string, string | undefined>

const usual = { SITE_URL: 'https://naic.example', SAMPLE_CERTIFICATES: 'on' }
const open = (environment: Environment) =>
  openCertificates(readConfig({ ...usual, ...environment }), 'to issue')

/** Issues a certificate as the desk does, beside what runs on the data folder. @returns its ID. */
export async function issueIn(
  environment: Environment,
  order: Partial<Order> & Pick<Order, 'holder'>,
): Promise<string> {
  await using opened = await open(environment)
  const facts = { domain: 'Web Development', duration: '4 Weeks', verifiedOn: '2026-03-14' }
  const whole = { ...facts, reference: undefined, email: undefined, ...order }
  const result = await issueCertificates(opened.registry, [whole], 'meera')
  const [issued] = result.state === 'issued' ? result.certificates : []
  if (!issued) throw new Error(JSON.stringify(result))
  return issued.id
}

/** Withdraws a certificate as the desk does, and tells its holder. */
export async function revokeIn(environment: Environment, id: string): Promise<void> {
  await using opened = await open(environment)
  const { registry } = opened
  const plan = await planRevocation(registry, id)
  if (plan.state !== 'planned') throw new Error(plan.state)
  const letter = withdrawalLetter(registry, plan)
  await revokeCertificate(registry, id, 'wrong details', 'meera', letter)
}
